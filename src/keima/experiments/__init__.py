"""The tables of the documents, played or computed again and printed beside the originals."""

from importlib import import_module

from keima.experiments.experiment import Experiment

#: Name of an experiment -> the module that has it in its EXPERIMENTS.
_MODULES = dict.fromkeys(
    ("palsson-7.1", "palsson-8.1", "palsson-8.2", "palsson-8.3", "palsson-8.4"),
    "keima.experiments.palsson",
)


def known_experiments() -> list[str]:
    """The names of all experiments."""
    return list(_MODULES)


def load_experiment(name: str) -> Experiment:
    """An experiment by name; raises ValueError that lists those there are.

    >>> load_experiment("palsson-8.4").document
    'Palsson 2008'
    """
    if name not in _MODULES:
        raise ValueError(f"unknown experiment {name!r}: expected one of {', '.join(_MODULES)}")
    experiments: dict[str, Experiment] = import_module(_MODULES[name]).EXPERIMENTS
    return experiments[name]


__all__ = ["Experiment", "known_experiments", "load_experiment"]
