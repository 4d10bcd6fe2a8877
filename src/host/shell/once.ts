export const once = <T>(made: Map<string, T>, id: string, make: () => T): T => {
  const known = made.get(id);
  if (known !== undefined) return known;
  const fresh = make();
  made.set(id, fresh);
  return fresh;
};
