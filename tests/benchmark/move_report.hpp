// The chart of move_benchmark.
#ifndef DML_TENSOR_UTILS_TESTS_BENCHMARK_MOVE_REPORT_HPP
#define DML_TENSOR_UTILS_TESTS_BENCHMARK_MOVE_REPORT_HPP

#include "contest_program.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace move_report
{
using contest::Format;
using contest::GeometricMean;

struct Series
{
    const char* name;
    const char* style;
};

inline constexpr std::array<Series, 3> ChartSeries{
    {{"CopyTensor, GatherTensor", "ours"}, {"a naive loop", "naive"}, {"oneDNN", "onednn"}}};

// On ordinary pages, and on large ones.
using Ratios = std::array<std::vector<double>, 2>;

struct ChartRow
{
    std::string name;
    std::array<Ratios, ChartSeries.size()> ratios; // to memcpy, of each case; none where it cannot do it
};

// Selectable text, colours for light and dark, nothing from elsewhere.
inline constexpr const char* ChartStyle = R"(<style>
.paper{fill:#ffffff}text{fill:#1f2328}
.value{font-size:9px}
.grid{stroke:#d0d7de}.one{stroke:#1f2328;stroke-dasharray:4 3}.large{fill:#1f2328}
.ours{fill:#0969da}.naive{fill:#8c959f}.onednn{fill:#bc4c00}
@media (prefers-color-scheme:dark){
.paper{fill:#0d1117}text{fill:#e6edf3}.grid{stroke:#30363d}.one{stroke:#e6edf3}.large{fill:#e6edf3}
.ours{fill:#58a6ff}.naive{fill:#7d8590}.onednn{fill:#f0883e}}
</style>
)";

// A mean, and where there are several cases their range.
inline std::string ValueText(const std::vector<double>& ratios)
{
    if (ratios.empty()) { return "-"; }
    const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
    return Format("%.2f", GeometricMean(ratios))
           + (ratios.size() > 1 ? Format(" (%.2f to %.2f)", *least, *most) : std::string());
}

// A bar is the geometric mean of the row's cases on ordinary pages, and the mark across it that on large ones. The
// figures have columns of their own, where nothing is drawn.
inline std::string Bars(const ChartRow& row, double left, double top, double unit, const std::array<double, 2>& columns)
{
    constexpr double BarHeight = 9;
    std::string text;
    for (std::size_t i = 0; i < ChartSeries.size(); ++i)
    {
        for (std::size_t kind = 0; kind < columns.size(); ++kind)
        {
            const std::vector<double>& ratios = row.ratios[i][kind];
            if (ratios.empty()) { continue; }
            const double end = GeometricMean(ratios) * unit;
            text += kind == 0 ? Format("<rect class='%s' x='%.0f' y='%.0f' width='%.1f' height='%.0f'/>",
                                       ChartSeries[i].style, left, top, end, BarHeight)
                              : Format("<rect class='large' x='%.1f' y='%.0f' width='2' height='%.0f'/>",
                                       left + end - 1, top - 1, BarHeight + 2);
            text += Format("<text class='value' x='%.0f' y='%.0f'>%s</text>\n", columns[kind], top + BarHeight - 1,
                           ValueText(ratios).c_str());
        }
        top += BarHeight + 2;
    }
    return text;
}

// An SVG file. The machine is said in its title.
inline std::string Chart(const std::vector<ChartRow>& rows, std::string machine)
{
    constexpr double Width = 900;
    constexpr double Margin = 16;
    constexpr double Left = 230;
    constexpr double Top = 116;
    constexpr double RowHeight = 42;
    constexpr double TextWidth = 95; // of a column of figures
    constexpr std::array<double, 2> Columns{Width - 2 * TextWidth, Width - TextWidth};
    constexpr double Step = 0.25; // from line to line
    double longest = 1;
    for (const ChartRow& row : rows)
    {
        for (const Ratios& kinds : row.ratios)
        {
            for (const std::vector<double>& ratios : kinds) { longest = (std::max)(longest, GeometricMean(ratios)); }
        }
    }
    const int steps = static_cast<int>(std::ceil(longest / Step));
    const double unit = (Columns[0] - 24 - Left) / (steps * Step);
    const double bottom = Top + RowHeight * static_cast<double>(rows.size());
    const double height = bottom + 48;
    std::replace(machine.begin(), machine.end(), '<', ' ');
    std::replace(machine.begin(), machine.end(), '&', ' ');

    std::string svg = Format("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %.0f %.0f' width='%.0f' "
                             "height='%.0f' role='img' font-family='system-ui, sans-serif' font-size='12'>\n",
                             Width, height, Width, height);
    svg += "<title>Moving tensors beside memcpy: " + machine + "</title>\n" + ChartStyle;
    svg += "<rect class='paper' width='100%' height='100%'/>\n";
    svg += Format("<text x='%.0f' y='26' font-size='16' font-weight='bold'>Speed of moving tensors, beside "
                  "memcpy of the same payload (for a broadcast: memset)</text>\n",
                  Margin);
    svg += Format("<text x='%.0f' y='46'>", Margin) + machine + "; one thread, medians</text>\n";
    svg +=
        Format("<text x='%.0f' y='64'>A bar is the geometric mean of a row's cases (directions, sizes of elements) on "
               "ordinary pages, the mark across it that on large pages.</text>\n",
               Margin);
    double x = Margin;
    for (const Series& series : ChartSeries)
    {
        svg += Format("<rect class='%s' x='%.0f' y='77' width='12' height='12'/>", series.style, x);
        svg += Format("<text x='%.0f' y='87'>%s</text>\n", x + 18, series.name);
        x += 200;
    }
    svg += Format("<line class='one' x1='%.0f' y1='83' x2='%.0f' y2='83'/><text x='%.0f' y='87'>memcpy</text>\n", x,
                  x + 24, x + 30);
    for (std::size_t kind = 0; kind < Columns.size(); ++kind)
    {
        svg += Format("<text class='value' x='%.0f' y='%.0f'>%s pages</text>\n", Columns[kind], Top - 8,
                      kind == 0 ? "ordinary" : "large");
    }
    for (int step = 0; step <= steps; ++step)
    {
        const double value = step * Step;
        const double at = Left + value * unit;
        svg += Format("<line class='%s' x1='%.1f' y1='%.0f' x2='%.1f' y2='%.0f'/>", value == 1 ? "one" : "grid", at,
                      Top - 8, at, bottom);
        svg += Format("<text x='%.1f' y='%.0f' text-anchor='middle'>%g</text>\n", at, bottom + 18, value);
    }
    svg += Format("<text x='%.1f' y='%.0f' text-anchor='middle'>times the speed of memcpy</text>\n",
                  Left + steps * Step * unit / 2, bottom + 36);
    double top = Top;
    for (const ChartRow& row : rows)
    {
        svg += Format("<text x='%.0f' y='%.0f' text-anchor='end'>%s</text>\n", Left - 8, top + 20, row.name.c_str());
        svg += Bars(row, Left, top, unit, Columns);
        top += RowHeight;
    }
    return svg + "</svg>\n";
}
} // namespace move_report

#endif
