// A table's deeper entries as a file.
#pragma once

#include <cstddef>
#include <string>

#include "solve/table.h"

namespace keima::solve {

// Writes every entry of at least this depth; throws std::runtime_error when that fails. The file is
// whole or not there: it is written beside its place and moved.
void save_table(const std::string& path, const std::string& name, const Table& table,
                int least_depth);

// Reads entries back and returns how many; throws std::runtime_error when the file is broken, is of
// another game or of a table of another size.
std::size_t load_table(const std::string& path, const std::string& name, Table& table);

}  // namespace keima::solve
