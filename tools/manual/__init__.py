"""The manual: pages under docs, diagrams from the drawn maps, tables from the data, and the same as PDF."""
