"""Networks: files of KataGo's format, read, run by OpenVINO and kept."""
