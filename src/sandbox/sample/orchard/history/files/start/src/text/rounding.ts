/** Rounds to a whole number; a half goes to the even neighbour. */
export const rounded = (value: number): number => {
  const down = Math.floor(value);
  const rest = value - down;
  if (rest < 0.5) return down;
  if (rest > 0.5) return down + 1;
  return down % 2 === 0 ? down : down + 1;
};
