// Everything about the tree search that a profile can set, in one place.
#pragma once

#include <map>
#include <string>

#include "playout/parameters.h"

namespace keima {

// name, default, low, high, meaning. Numbers in brackets are equations, or sections, of Ferreira
// 2016.
// clang-format off
#define KEIMA_TREE_PARAMETERS(X)                                                                   \
  X(memory_mb, 512, 1, 32768,                                                                      \
    "Memory of the tree; when it is full, the tree grows no more. A network's then has room made " \
    "by leaving out what was visited least.")                                                      \
  X(parallel, 0, 0, 2, "What threads share: 0 one tree, 1 nothing, their trees are added up, 2 "   \
    "the playouts of a leaf.")                                                                     \
  X(expand_after, 2, 0, 10000, "Visits of a move before the position after it becomes a node "     \
    "(3.3.6).")                                                                                    \
  X(bandit, 0, 0, 3, "Exploration: 0 none, 1 UCB1 (3.3), 2 UCB1-TUNED (3.4, 3.5), 3 PUCT, by "     \
    "the policy of a network, without RAVE.")                                                      \
  X(exploration, 0.8, 0, 100, "Factor of the exploration term.")                                   \
  X(first_play_urgency, 1, 0, 10, "Value of a move without any experience (3.3.2).")               \
  X(rave_equivalence, 3000, 0, 1e9, "Visits at which a move's own results and those of all "       \
    "moves as first count the same if both are many: 1 / (4 b^2) of (3.9); 0 for no RAVE.")        \
  X(rave_first, 1, 0, 1, "Does a point count for all moves as first only for who plays it first "  \
    "(3.3.4)? 0: for whoever plays it.")                                                           \
  X(rave_priors, 0, 0, 1, "Are priors also experience of all moves as first (3.3.6)?")             \
  X(rave_smoothing, 0, 0, 1000, "D of AMAF smoothing (3.10 to 3.12); 0 for none.")                 \
  X(criticality, 0, 0, 10, "Weight of criticality (3.16 to 3.22); 0 for none.")                    \
  X(criticality_visits, 450, 1, 1e9, "Visits of a node before criticality is used.")               \
  X(effectivity, 0, 0, 100, "Weight c of effectivity (3.23 to 3.26), from criticality_visits "     \
    "on; 0 for none.")                                                                             \
  X(replies, 0, 0, 1, "Last good replies in the tree (3.3.9)?")                                    \
  X(playout_replies, 0, 0, 2, "Last good replies in the playouts: 0 none, 1 to the last move, "    \
    "2 to the last two first.")                                                                    \
  X(widening, 0, 0, 1000, "Moves tried at first, by priors, one more each time the visits grow "   \
    "by widening_factor (3.3.2); 0 for all.")                                                      \
  X(widening_factor, 1.4, 1.01, 100, "See widening.")                                              \
  X(grouping, 0, 0, 1e9, "Move grouping (4.3.1): visits at which a group of moves is split in "    \
    "two; 0 for no groups.")                                                                       \
  X(grouping_by, 0, 0, 3, "Groups are made: 0 at random, 1 by priors, 2 by the mean results that "  \
    "moves have when a group is split, 3 by their visits then.")                                   \
  X(virtual_loss, 1, 0, 1, "Does a simulation count as a loss of its moves until it ends (3.13 "   \
    "to 3.15)? With PUCT it always does.")                                                         \
  X(cycles, 1, 0, 1, "Is a position that comes again after four or six plies lost for who "        \
    "repeats it (4.3.2)?")                                                                         \
  X(draw, 0.5, 0, 1, "What a drawn game is worth to either player.")                               \
  X(score_weight, 0, 0, 1, "Part of the margin of victory in the value of a game.")                \
  X(score_scale, 0.1, 0, 10, "Margin, as a part of the board, that is nearly worth a whole win.")  \
  X(dynamic_komi, 0, 0, 2, "Komi moved for the games of a search (3.3.10): 0 not, 1 by value, "    \
    "so that they stay even, 2 by handicap stones.")                                               \
  X(komi_period, 200, 1, 1e9, "By value: games before komi is moved again.")                       \
  X(komi_low, 0.45, 0, 1, "By value: below this mean result komi is moved in one's favour.")       \
  X(komi_high, 0.5, 0, 1, "By value: above this mean result komi is moved against oneself.")       \
  X(komi_step, 1, 0, 100, "By value: points by which komi is moved.")                              \
  X(komi_most, 30, 0, 1000, "By value: points by which komi may be moved in all.")                 \
  X(komi_from, 0.05, 0, 1, "By value: part of the points that have stones before komi is moved.")  \
  X(komi_until, 0.7, 0, 1, "By value: part of the points with stones from which on it is not "     \
    "moved against oneself.")                                                                      \
  X(komi_stone_black, 8, 0, 100, "By handicap: points for each stone when Black searches.")        \
  X(komi_stone_white, 1, 0, 100, "By handicap: points for each stone when White searches.")        \
  X(komi_fades, 0.28, 0, 1, "By handicap: part of the points that have been played when "          \
    "nothing is left of it.")                                                                      \
  X(frisbee, 0, 0, 1, "Frisbee Go: how often a stone misses its point and falls on a neighbour "    \
    "of it.")                                                                                      \
  X(pass_below, 0.25, 0, 1, "Part of the points that is still empty when passes are tried.")       \
  X(keep_eyes, 0, 0, 1, "Are own eyes of one point among the moves?")                              \
  X(prune_self_atari, 1, 0, 2, "Self-ataris that are left out (4.3.1): 0 none, 1 bad ones, 2 bad "  \
    "ones that neither give atari nor make a ko.")                                                 \
  X(prune_eye_shapes, 1, 0, 1, "Are the points of own small eyes left out (4.3.1)?")               \
  X(prune_ladders, 1, 0, 1, "Are moves left out that run in a lost ladder (4.3.1)?")               \
  X(prune_seki, 1, 0, 1, "Are the liberties of a seki left out (4.3.1)?")                          \
  X(prune_nakade, 0, 0, 1, "Are the points of an eye left out that has another, vital one "        \
    "(4.3.1)?")                                                                                    \
  X(prune_long_eyes, 0, 0, 12, "Points of own eyes that are lines of so many points or more are "  \
    "left out (4.3.1); 0 for none.")                                                               \
  X(prune_miai, 0, 0, 1, "Of two points that fill an eye of the opponent equally well, is one "    \
    "left out by chance (4.3.1)?")                                                                 \
  X(prune_distance, 0, 0, 50, "Moves on the first two lines with no stone within so many steps "   \
    "are left out until a third of the board has stones (4.3.1); 0 for none.")                     \
  X(prune_corners, 0, 0, 1, "Are corner points left out with nothing on the three points around "  \
    "them (4.3.1)?")                                                                               \
  X(skip_living, 0, 0, 1, "Have groups with two eyes no vital points, and are they not read "      \
    "(4.3.1)?")                                                                                    \
  X(reader_nodes, 60, 0, 100000, "Moves that may be read for each group; 0: none is read.")        \
  X(prior_even, 10, 0, 255, "Visits with an even result, for every move.")                         \
  X(prior_policy, 0, 0, 255, "Wins for moves that the playout policy suggests, at weight 1.")      \
  X(prior_model, 0, 0, 4000, "Wins for a move that the move model is sure of; for others the "     \
    "root of its probability as much.")                                                            \
  X(prior_playouts, 0, 0, 100, "Playouts for each move, as its experience (3.3.11).")              \
  X(prior_grandparent, 0, 0, 255, "Visits at most with the mean that the same move has two "       \
    "moves before (3.3.11).")                                                                      \
  X(prior_eye, 0, 0, 255, "Losses for filling an own eye of one point; see keep_eyes.")            \
  X(prior_ko, 0, 0, 255, "Wins for taking back a ko that is at most ten moves old.")               \
  X(prior_new_ko, 0, 0, 255, "Losses for beginning a ko while there is no other (4.3.1).")         \
  X(prior_extend, 0, 0, 255, "Wins for moves that leave more liberties than the own group beside "  \
    "them that has the fewest (4.3.1).")                                                           \
  X(prior_atari, 0, 0, 255, "Wins for moves that give atari and are not in atari (4.3.1).")        \
  X(prior_joseki, 0, 0, 255, "Wins for moves of the joseki dictionary, in a corner of 19x19 (Keller "  \
    "& Perez 2016, 3.1).")                                                                         \
  X(prior_owned, 0, 0, 255, "Losses for points that belong to the mover in most of the games so "  \
    "far: his area of influence (4.3.1).")                                                         \
  X(prior_doubtful, 0, 0, 255, "Losses for bad self-ataris and lost ladders, which are then "      \
    "tried instead of left out; 0 leaves them out.")                                               \
  X(prior_self_atari, 10, 0, 255, "Losses for self-ataris.")                                       \
  X(prior_capture_one, 15, 0, 255, "Wins for taking a single stone.")                              \
  X(prior_capture_many, 30, 0, 255, "Wins for taking several stones.")                             \
  X(prior_pattern, 10, 0, 255, "Wins for moves that match a 3x3 pattern.")                         \
  X(prior_near_1, 24, 0, 255, "Wins for moves at common-fate distance 1 from the last one.")       \
  X(prior_near_2, 22, 0, 255, "The same at distance 2.")                                           \
  X(prior_near_3, 8, 0, 255, "The same at distance 3.")                                            \
  X(open_distance, 3, 1, 20, "Steps within which a stone is near, for the next priors.")           \
  X(prior_open_line_1, 10, 0, 255, "Losses on the first line where no stone is near.")             \
  X(prior_open_line_2, 10, 0, 255, "Losses on the second line where no stone is near.")            \
  X(prior_open_line_3, 10, 0, 255, "Wins on the third line where no stone is near.")               \
  X(prior_open_line_4, 10, 0, 255, "Wins on higher lines where no stone is near.")                 \
  X(prior_line_1, 0, 0, 255, "Losses on the first line where stones are near.")                    \
  X(prior_line_2, 0, 0, 255, "Losses on the second line where stones are near.")                   \
  X(prior_line_3, 0, 0, 255, "Wins on the third line where stones are near.")                      \
  X(prior_corner, 0, 0, 255, "Losses for the corner points.")                                      \
  X(prior_nakade, 20, 0, 255, "Wins for vital points of eyes.")                                    \
  X(prior_attack, 10, 0, 255, "Wins for moves that kill a group by reading.")                      \
  X(prior_defend, 10, 0, 255, "Wins for moves that save a group by reading.")                      \
  X(prior_scale, 1, 0, 3, "Power of the stones and liberties of the group, or of 4 for an eye, "   \
    "added to the three priors before.")                                                           \
  X(prior_network, 0, 0, 4000, "Wins for a move that the network is sure of, if moves are not "    \
    "selected by its policy; for others the root of its probability as much.")                     \
  X(shallow_weight, 0, 0, 1, "Part of the shallow network in the means of priors, whose weight "   \
    "stays what it is; 0 for none (Keller & Perez 2016, 3.2.1).")                                  \
  X(shallow_value, 0, 0, 2, "Its word as a mean: 0 the probability as a part of the highest one, " \
    "1 the root of that, 2 by rank among the moves.")                                              \
  X(shallow_depth, 12, 0, 1000, "Nodes up to so many moves, less one, from the root ask the "      \
    "first network, deeper ones the second, if there is one (3.2.2).")                             \
  X(shallow_playouts, 0, 0, 100, "Playouts that tell a network who owns the points, if it sees "   \
    "that; 0: all that the search has made so far (3.2.4).")                                       \
  X(prior_mlp_best, 0, 0, 255, "Wins for the quarter of the moves that the small network likes "    \
    "best (3.4.5).")                                                                               \
  X(prior_mlp_rest, 0, 0, 255, "Losses for the half of the moves that the small network likes "    \
    "least.")                                                                                      \
  X(mlp_least, 0.333, 0, 1, "The small network is asked where there are more moves than this "     \
    "part of the points.")                                                                         \
  X(prior_local, 0, 0, 4000, "Wins for a move that the local model is sure of; for others the "    \
    "root of its probability as much (van der Werf 2004, 7.1).")                                   \
  X(prior_settled, 0, 0, 255, "Losses for points that are one side's for certain by learned "       \
    "judgement of life, death and territory (van der Werf 2004, 11.2).")                            \
  X(prior_life, 0, 0, 255, "Wins for liberties of groups that may live or die by that judgement: "  \
    "all if both are as likely, fewer the surer it is.")                                            \
  X(judged_depth, 1, 0, 1000, "Nodes up to so many moves from the root ask for that judgement, "    \
    "which takes as long as several playouts.")                                                     \
  X(value_weight, 1, 0, 1, "With a network: its part in the value of a position; the rest is a "   \
    "playout's.")                                                                                  \
  X(cpuct, 1, 0, 100, "PUCT: factor of the exploration term.")                                     \
  X(cpuct_log, 0.45, 0, 100, "PUCT: by how much it grows when visits grow e-fold.")                \
  X(cpuct_base, 500, 1, 1e9, "PUCT: visits from which on it grows.")                               \
  X(cpuct_deviation, 0.85, 0, 1, "PUCT: how much of the factor follows the standard deviation "    \
    "of a node's values.")                                                                         \
  X(fpu_reduction, 0.2, 0, 2, "PUCT: a move not tried yet is worth so much less than its node, "   \
    "times the root of the policy of those tried.")                                                \
  X(root_fpu_reduction, 0.1, 0, 2, "The same at the root.")                                        \
  X(policy_temperature, 1, 0.01, 100, "Above 1 the policy is more even, below sharper.")           \
  X(root_temperature, 1, 0.01, 100, "The same at the root, on top.")                               \
  X(root_noise, 0, 0, 1, "Part of chance (Dirichlet) in the policy at the root.")                  \
  X(root_noise_total, 10.83, 0.01, 1000, "Sum of the parameters of that chance, over all moves.")  \
  X(optimism, 1, 0, 1, "Part of the optimist's policy, of networks that have one.")                \
  X(root_optimism, 0.2, 0, 1, "The same at the root.")                                             \
  X(symmetry, 1, 0, 1, "Does a network see positions turned by chance?")                           \
  X(root_symmetries, 1, 0, 8, "At the root a network's word is the mean of what it says in the "   \
    "first so many symmetries; with 1 it is asked once, as elsewhere; 0: in all if a search has "   \
    "but one playout, else once.")                                                                 \
  X(transpositions, 1, 0, 1, "Do positions that are reached in several ways share what is known "   \
    "of them (4.3.2)?")                                                                            \
  X(root_symmetry, 0, 0, 1, "PUCT: of moves that are equal by a symmetry of the position at the "   \
    "root, is one alone searched?")                                                                \
  X(uncertainty, 0, 0, 10, "PUCT, networks that tell how sure they are: the error at which a "      \
    "position counts once; 0: all count the same.")                                                \
  X(uncertainty_most, 8, 1, 1000, "How often a position counts at most.")                           \
  X(noise_pruning, 0, 0, 10, "PUCT: loss at which most of the visits that a move has beyond "       \
    "twice its share count no more; 0: all count.")                                                \
  X(good_exponent, 0, 0, 4, "PUCT: power of the chance that a move is as good as the mean of its "  \
    "node, by which its visits count there; 0: all count.")                                        \
  X(bias, 0, 0, 1, "PUCT: part of the mean error that the network makes in the same local fights, " \
    "by which its word is corrected.")                                                             \
  X(bias_exponent, 0.85, 0, 2, "Power of the visits below a node by which its error counts.")       \
  X(bias_freed, 0.8, 0, 1, "How much of that error is forgotten with the node.")                    \
  X(score_static, 0, 0, 10, "With a network: what an expected margin is worth beside a win, "      \
    "counted from 0.")                                                                             \
  X(score_static_scale, 2, 0.01, 100, "Sides of the board at which half of it is reached.")        \
  X(score_dynamic, 0, 0, 10, "The same, counted from what is expected at the root.")               \
  X(score_dynamic_scale, 0.75, 0.01, 100, "Sides of the board at which half of it is reached.")
// clang-format on

// A value of `bandit`.
inline constexpr double kPuct = 3;
// Values of `parallel`.
enum Parallel { kTreeParallel, kRootParallel, kLeafParallel };

struct TreeParameters {
#define X(name, value, low, high, meaning) double name = value;
  KEIMA_TREE_PARAMETERS(X)
#undef X

  // Throws std::invalid_argument for unknown names and values out of range.
  static TreeParameters from(const std::map<std::string, double>& given);
  static ParameterList list();
};

}  // namespace keima
