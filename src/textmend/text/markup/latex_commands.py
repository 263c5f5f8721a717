"""What the commands and environments of LaTeX mean for prose."""

from __future__ import annotations

import re
from typing import Final

IN_PREAMBLE: Final = frozenset(["begin", "title", "subtitle"])

HEADINGS: Final = frozenset(
    [
        *("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph", "title"),
        *("subtitle", "caption", "subcaption", "frametitle", "framesubtitle"),
    ]
)
NOTES: Final = frozenset(["footnote", "footnotetext", "thanks", "marginpar", "sidenote"])
"""Headings and notes: commands whose argument is a text of its own."""

INSIDE: Final = frozenset(
    [
        *(
            "emph",
            "textbf",
            "textit",
            "textsc",
            "textsf",
            "textrm",
            "textsl",
            "textmd",
            "textup",
            "textnormal",
        ),
        *("underline", "uline", "sout", "enquote", "mbox", "text", "alert", "so", "hl", "textquote"),
    ]
)
"""Commands whose argument goes on with the sentence."""

WORDS: Final = frozenset(
    [
        *("gls", "Gls", "glspl", "ac", "acp", "acs", "acl", "url", "path", "num", "SI", "si", "qty", "unit"),
        *("ang", "ensuremath", "texttt", "code", "href", "hyperref", "textcolor", "nolinkurl", "ce", "doi"),
        *("citeauthor", "citet", "Citet", "textcite", "Textcite", "textsuperscript"),
    ]
)
"""Commands that stand for a word, with their arguments."""

VIEWS: Final = {
    **dict.fromkeys(["cite", "citep", "citealp", "parencite", "autocite", "footcite", "supercite"], "[1]"),
    **dict.fromkeys(["ref", "eqref", "pageref", "cref", "Cref", "autoref", "vref", "nameref"], "1"),
}
"""Citations and references: how they read in a sentence."""

SILENT: Final = frozenset(
    [
        *("noindent", "indent", "centering", "raggedright", "raggedleft", "bf", "it", "em", "rm", "sc", "sf"),
        *("tt", "sl", "bfseries", "itshape", "rmfamily", "sffamily", "ttfamily", "scshape", "normalfont"),
        *("tiny", "scriptsize", "footnotesize", "small", "normalsize", "large", "Large", "LARGE", "huge"),
        *("Huge", "maketitle", "tableofcontents", "newpage", "clearpage", "pagebreak", "smallskip"),
        *("medskip", "bigskip", "hfill", "vfill", "appendix", "protect", "relax", "sloppy", "frontmatter"),
        *("mainmatter", "backmatter", "onecolumn", "twocolumn", "singlespacing", "doublespacing", "pause"),
        *("hline", "toprule", "midrule", "bottomrule", "leavevmode", "unskip", "ignorespaces", "xspace"),
        *(
            "listoffigures",
            "listoftables",
            "qed",
            "quad",
            "qquad",
            "hfil",
            "null",
            "strut",
            "cleardoublepage",
        ),
    ]
)
"""Commands without argument that stand for no word."""

BREAKS: Final = frozenset(["newline", "linebreak", "par", "item", "bibitem", "newblock", "and"])

MATH_ENVIRONMENT: Final = re.compile(
    r"(?:math|displaymath|equation|align|alignat|flalign|gather|multline|eqnarray|dmath|subequations)\*?"
)
"""Environments that stand in a sentence as formulas."""

CODE_ENVIRONMENT: Final = re.compile(
    r".*(?:verb|Verb|lst|listing|minted|code|alg|tikz|pgf|picture|tabu|longtable|array|matrix"
    r"|bibliography|diagram|forest|axis|comment|filecontents|semantics|prooftree|sage|asy|pspicture|CD).*"
)
"""Environments that are left alone."""

ACCENTS: Final = frozenset("'\"`^~=.uvHtcdbkr")
