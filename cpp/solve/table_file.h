// A table's deeper entries as a file.
#pragma once

#include <cstddef>
#include <string>

#include "solve/table.h"

namespace keima::solve {

// Writes every entry of at least this depth; throws std::runtime_error when that fails. The file is
// whole or as it was: it is written beside its place and moved.
void save_table(const std::string& path, const std::string& name, const Table& table,
                int least_depth);

// Reads entries back and returns how many; throws std::runtime_error when the file is broken, has a
// move beyond `most_move`, is of another game or of a table of another size. The table is then as
// it was.
std::size_t load_table(const std::string& path, const std::string& name, int most_move,
                       Table& table);

}  // namespace keima::solve
