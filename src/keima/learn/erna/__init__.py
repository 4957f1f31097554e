"""Learning connectedness: ERNA, the eye-based recurrent network architecture, and its rivals (van
der Werf 2004, 6.4)."""

from keima.learn.erna.boards import Boards, draw_boards
from keima.learn.erna.learning import Learning, learn
from keima.learn.erna.rivals import RIVALS, compete, make_task

__all__ = ["RIVALS", "Boards", "Learning", "compete", "draw_boards", "learn", "make_task"]
