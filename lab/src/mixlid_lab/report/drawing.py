"""What all figures share: style, colours that colour-blind people can distinguish, and reproducible SVG.

Only matplotlib's object interface is used: pyplot has global state, which a library should not touch. Shapes, hatches
and dashes differ as well as colours, so that colour is never the only cue.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from mixlid.errors import MissingDependencyError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's colours without yellow, which is invisible as a thin line on white. There are seven colours and eight
# of the other cues, so that the next round gives different pairs.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
HATCHES = ("", "///", "...", "\\\\\\", "xxx", "---", "++", "oo")
DASHES = ("-", "--", "-.", ":")
GREY, FAINT, INK = "#6B7280", "#C9CED6", "#1B1F24"

_STYLE: dict[str, Any] = {
    "font.family": "DejaVu Sans",  # comes with matplotlib
    "font.size": 10,
    "axes.titlesize": 10.5,
    "axes.labelsize": 10,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "legend.fontsize": 9,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": GREY,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#E3E6EA",
    "grid.linewidth": 0.7,
    "hatch.linewidth": 0.9,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
    "lines.markersize": 5.5,
    "text.parse_math": False,  # dollar signs in names are literal
    "axes.formatter.useoffset": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "mixlid",
}


@contextmanager
def styled() -> Iterator[None]:
    """Use our style, and none of the user's, while a figure is drawn and written."""
    try:
        import matplotlib.style
    except ImportError as error:
        raise MissingDependencyError("matplotlib", "report", "Drawing figures") from error
    with matplotlib.style.context(_STYLE, after_reset=True):
        yield


def new_figure(width: float, height: float) -> Figure:
    """An empty figure, in inches. It has 72 dots per inch like SVG, so that measured and drawn sizes agree."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), dpi=72, layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def panel_grid(
    count: int, columns: int, width: float, height: float, share_y: Literal["none", "col"] = "none"
) -> tuple[Figure, list[Axes]]:
    """A figure with `count` panels of this size, filled by rows; the last row may have empty places."""
    if count < 1 or columns < 1:
        raise ValueError(f"a figure of {count or 'no'} panels in {columns} columns")
    columns = min(columns, count)
    rows = math.ceil(count / columns)
    figure = new_figure(width * columns, height * rows)
    spread(figure)
    grid = figure.subplots(rows, columns, squeeze=False, sharey=share_y)
    panels = list(grid.flat)
    for empty in panels[count:]:
        empty.set_axis_off()
    return figure, panels[:count]


def spread(figure: Figure) -> None:
    """More room between panels, so that a title does not touch the axis above it."""
    engine: Any = figure.get_layout_engine()
    engine.set(w_pad=0.09, h_pad=0.09)


def to_svg(figure: Figure) -> str:
    """The figure as SVG text, without dates, versions or anything else that differs between runs."""
    stream = io.StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": "mixlid"})
    return stream.getvalue()


def legend_beside(figure: Figure, handles: Sequence[Any], names: Sequence[str]) -> None:
    """A legend to the right of everything, where it covers no data."""
    figure.legend(list(handles), list(names), loc="outside right upper", handlelength=2.4)


def legend_width(names: Iterable[str]) -> float:
    """The approximate width of the legend in inches, so that long names do not squeeze the figure."""
    return 0.6 + 0.078 * max(map(len, names), default=0)


def name_ticks(panel: Axes, names: Sequence[str], room: float) -> None:
    """Categories along the x axis; slanted if they do not fit side by side (`room` is in inches)."""
    panel.set_xticks(range(len(names)), names)
    panel.grid(visible=False, axis="x")
    if sum(0.078 * len(name) + 0.12 for name in names) > room:
        panel.tick_params(axis="x", rotation=35)
        for label in panel.get_xticklabels():
            label.set(horizontalalignment="right", rotation_mode="anchor")


def look(number: int) -> dict[str, Any]:
    """Colour, marker and dashes of the nth series."""
    return {
        "color": COLOURS[number % len(COLOURS)],
        "marker": MARKERS[number % len(MARKERS)],
        "linestyle": DASHES[number % len(DASHES)],
    }


def fill(number: int) -> dict[str, Any]:
    """Colour and hatch of the nth kind of bar: white lines on dark colours, dark lines on light ones."""
    colour = COLOURS[number % len(COLOURS)]
    lines = INK if colour in ("#E69F00", "#56B4E9") else "white"
    return {"facecolor": colour, "edgecolor": lines, "hatch": HATCHES[number % len(HATCHES)], "linewidth": 0}


def logarithmic(axis: Any, values: Sequence[float]) -> None:
    """Ticks of a logarithmic axis without mathematical markup: the values themselves if they are few, or powers."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter

    distinct = sorted(set(values))
    # Labels of values closer than a fifth of their size would overlap.
    if len(distinct) <= 8 and all(high / low > 1.2 for low, high in pairwise(distinct)) and distinct[0] >= 1:
        axis.set_major_locator(FixedLocator(distinct))
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
    else:
        small = distinct[0] >= 1e-3 and distinct[-1] <= 1e4
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}" if small else power_of_ten(value)))
    axis.set_minor_formatter(NullFormatter())


def power_of_ten(value: float) -> str:
    """`10⁻⁵` for 0.00001."""
    return "10" + str(round(math.log10(value))).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def percent(axis: Any) -> None:
    """Show an axis of shares (0 to 1) as percentages, with no more decimals than needed."""
    from matplotlib.ticker import FuncFormatter

    axis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.4g}%"))
