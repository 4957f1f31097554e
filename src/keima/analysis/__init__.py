"""KataGo's JSON analysis protocol: queries in, positions analysed out."""
