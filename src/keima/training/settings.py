"""What a training run is told; kept in its folder, so that it can be continued without."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path

from keima.files import read_text, write_file

FILE = "settings.json"
#: Usual sizes of steps.
RATES = {"muon": 0.01, "adamw": 0.006, "sgd": 0.1}


@dataclass
class Settings:
    """Changing the first group while a run is continued is an error, the others may change."""

    blocks: int = 6
    channels: int = 64
    #: A network file to start from, instead of chance; of as many blocks and channels.
    start: str | None = None
    optimizer: str = "muon"
    seed: int = 1

    #: Packs and folders of shards with weights, and parts of the moves played beside a teacher.
    data: tuple[str, ...] = ()
    #: A network whose judgement is learnt instead of the games' moves and results.
    teacher: str | None = None
    #: What it computes in: auto, f32 or int8.
    teacher_precision: str = "auto"
    #: The folder of its labels; None for that of the run.
    labels: str | None = None
    #: How often a position that the teacher has judged is used, on average.
    reuse: float = 4.0
    #: What the trunk computes in while it learns: f32, bf16, or auto, which is bf16 where the
    #: processor has instructions for it.
    precision: str = "auto"
    batch: int = 128
    #: The size of steps, with `anneal` falling to 0; None for what is usual with the optimizer.
    rate: float | None = None
    #: Steps in which the rate grows to what it is.
    warm: int = 300
    decay: float = 0.02
    #: How much the score and the owners of points count beside the policy.
    score: float = 1.0
    ownership: float = 1.0
    #: Positions validated of each pack.
    validate: int = 1000

    @property
    def step_size(self) -> float:
        """That of steps before they get smaller."""
        return RATES.get(self.optimizer, 0.0) if self.rate is None else self.rate

    @classmethod
    def read(cls, folder: Path) -> Settings | None:
        """Those of a run that was begun; None for a new one. Raises ValueError."""
        path = folder / FILE
        if not path.exists():
            return None
        try:
            values = json.loads(read_text(path, 1 << 20))
            values["data"] = tuple(values["data"])
            return cls(**values)
        except (TypeError, KeyError, AttributeError, json.JSONDecodeError) as error:
            raise ValueError(f"{path} holds no settings of a training: {error}") from None

    def write(self, folder: Path) -> None:
        text = json.dumps(dataclasses.asdict(self), indent=1)
        write_file(folder / FILE, text.encode() + b"\n")

    def changed(self, **given: object) -> Settings:
        """With other values where they are not None. Raises ValueError for what cannot change."""
        new = {name: value for name, value in given.items() if value is not None}
        for name in ("blocks", "channels", "start", "optimizer", "seed"):
            if name in new and new[name] != getattr(self, name):
                raise ValueError(
                    f"this run has {name} {getattr(self, name)}: begin another one for {new[name]}"
                )
        return dataclasses.replace(self, **new)  # type: ignore[arg-type]
