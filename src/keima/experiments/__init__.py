"""The tables of the documents, played or computed again and printed beside the originals, and
tables of our own."""

from importlib import import_module

from keima.experiments.experiment import Experiment

#: Name of an experiment -> the module that has it in its EXPERIMENTS.
_MODULES = {
    f"{author}-{table}": f"keima.experiments.{module}"
    for author, module, tables in (
        ("basaldua", "basaldua", ("2", "3", "4", "5")),
        ("ferreira", "ferreira", ("3.1", "3.2", "3.3", "4.1", "5.1", "5.2")),
        ("ferreira", "ferreira_networks", ("4.2",)),
        ("keller", "keller", ("4.1", "4.2", "4.3", "4.4")),
        ("palsson", "palsson", ("7.1", "8.1", "8.2", "8.3", "8.4")),
        ("vanderwerf", "vanderwerf", ("4.1", "4.2", "4.3", "4.4", "5.1", "5.2", "5.3")),
        ("classic", "strength", ("gnugo",)),
        ("classic", "search_parts", ("parts",)),
        ("keima", "strength", ("gnugo", "classic")),
        ("keima", "search_parts", ("parts",)),
        ("kata", "search_parts", ("parts",)),
        ("judged", "judged_parts", ("parts",)),
        ("vanderwerf", "vanderwerf_territory", ("10.1", "10.2", "10.3", "10.4", "10.5")),
        ("vanderwerf", "vanderwerf_learning", ("6.1", "7.1", "7.2", "7.3", "7.4")),
        ("vanderwerf", "vanderwerf_blocks", ("8.1", "8.2", "8.3")),
        ("vanderwerf", "vanderwerf_life", ("9.1",)),
    )
    for table in tables
}


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
