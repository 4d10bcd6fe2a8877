/** `*` matches any characters, including slashes; `single` exactly one. Doesn't backtrack like a regular expression. */
export const matchesWildcard = (pattern: string, text: string, single?: string): boolean => {
  const standsAt = (part: string, at: number): boolean =>
    part.split('').every((unit, index) => unit === single || unit === text[at + index]);
  const find = (part: string, from: number): number => {
    if (single === undefined || !part.includes(single)) return text.indexOf(part, from);
    for (let at = from; at + part.length <= text.length; at += 1) if (standsAt(part, at)) return at;
    return -1;
  };
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return first.length === text.length && standsAt(first, 0);
  const end = text.length - last.length;
  if (end < first.length || !standsAt(first, 0) || !standsAt(last, end)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = find(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= end;
};
