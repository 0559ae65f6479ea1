/** Returns the row of a statement that always has one, such as an insertion or a count. */
export function requireRow<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('A statement that always has a row has returned none.');
  return row;
}
