"""Makes ``spark.read.format("samlkit")`` known: Spark asks modules of such names for their DefaultSource."""

from samlkit.spark import SamlkitDataSource as DefaultSource

__all__ = ["DefaultSource"]
