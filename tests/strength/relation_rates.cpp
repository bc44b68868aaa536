// Measures how often FindRelation names the right relation: pairs of 9 kinds of data and 42 mistakes, from fixed seeds.
// Prints the rates by data and by mistake. The exit code is 1 if they are worse than docs/design.md says.
//
//   usage: relation_rates [runs [seed [what]]]    pairs of each kind, 60 otherwise; prints the pairs that are `what`:
//                                                 nothing, other, others, claim or untrue
#include "models/relations.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace
{
using namespace relation_support;

void Print(const char* name, const Rates& r)
{
    std::printf(
        "%-34s right %zu of %zu, among others %zu, other %zu, nothing %zu; no relation %zu, claims %zu (untrue %zu)\n",
        name, r.right, r.pairs, r.amongOthers, r.other, r.nothing, r.unrelated, r.claims, r.untrue);
}
} // namespace

int main(int argc, char** argv)
{
    const std::size_t runs = argc > 1 ? static_cast<std::size_t>(std::atoi(argv[1])) : 60;
    const auto seed = static_cast<std::uint64_t>(argc > 2 ? std::atoi(argv[2]) : 1);
    const std::string shown = argc > 3 ? argv[3] : "";
    Rates byMistake[MistakeCount], all, large, never;
    for (std::size_t data = 0; data < DataCount; ++data)
    {
        Rates ofData;
        for (std::size_t i = 0; i < MistakeCount; ++i)
        {
            const Rates rates =
                Measure(data, Mistakes[i], runs, seed,
                        [&](const Pair& pair, const Relation& found, const std::string& what)
                        {
                            if (what != shown) { return; }
                            std::printf("  %s, %s, %s {%u, %u, %u, %u}: %s\n", DataNames[data], Mistakes[i].name,
                                        ToString(pair.expected.type), pair.expected.n, pair.expected.c, pair.expected.h,
                                        pair.expected.w, Explain(found).c_str());
                        });
            ofData.Add(rates);
            if (data < 7) { byMistake[i].Add(rates); }
        }
        Print(DataNames[data], ofData);
        all.Add(ofData);
        if (data < 7) { large.Add(ofData); }
        if (data < 5 && data != 2) { never.Add(ofData); }
    }
    Print("all", all);
    Print("all but the tiny ones", large);
    for (std::size_t i = 0; i < MistakeCount; ++i) { Print(Mistakes[i].name, byMistake[i]); }
    const double right = static_cast<double>(large.right) / static_cast<double>(large.pairs);
    const double untrue = static_cast<double>(all.untrue) / static_cast<double>(all.unrelated);
    std::printf("right %.2f %%, untrue %.3f %%, of them %zu in random, smooth, sparse and symmetric data\n",
                100 * right, 100 * untrue, never.untrue);
    return right >= 0.94 && untrue <= 0.0035 && never.untrue == 0 ? 0 : 1;
}
