/** Patterns of the names of a path, in which `**` stands for any number of folders. */
export const isPath = (patterns: readonly string[], names: readonly string[]): boolean =>
  covers(patterns, names, '**', isName);

/** Patterns of git for one name: `*`, `?`, `[…]` and escapes. */
export const isName = (pattern: string, name: string): boolean =>
  covers(pattern.match(/\\.|\[[!^]?\]?[^\]]*\]|./gsu) ?? [], [...name], '*', isCharacter);

const isCharacter = (part: string, character: string): boolean => {
  if (part === '?') return true;
  if (part.length === 1 || !part.startsWith('[')) return part.replace(/^\\(?=.)/s, '') === character;
  try {
    return new RegExp(`^${part.replace(/^\[!/, '[^')}$`, 'u').test(character);
  } catch {
    return false;
  }
};

/** Only the last `star` is retried: the time is the product of the lengths. */
const covers = (
  parts: readonly string[],
  items: readonly string[],
  star: string,
  isOne: (part: string, item: string) => boolean,
): boolean => {
  let [at, item, after, from] = [0, 0, -1, 0];
  while (item < items.length) {
    const part = parts[at];
    if (part === star) [after, from, at] = [at + 1, item, at + 1];
    else if (part !== undefined && isOne(part, items[item] ?? '')) [at, item] = [at + 1, item + 1];
    else if (after >= 0) [at, item, from] = [after, from + 1, from + 1];
    else return false;
  }
  return parts.slice(at).every((part) => part === star);
};
