/** Such as `Changelog: fixed`. */
export interface Trailer {
  readonly key: string;
  readonly value: string;
}

const pickLine = '(cherry picked from commit ';

/** Git's rules: a last but not only paragraph of trailers, or of at least a quarter if git generated one. */
export const trailersOf = (message: string): readonly Trailer[] => {
  const paragraphs = message
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n[\t ]*\n/);
  const lines = paragraphs.length < 2 ? [] : (paragraphs.at(-1) ?? '').trim().split('\n');
  const trailers: Trailer[] = [];
  let others = 0;
  let isWritten = false;
  for (const line of lines) {
    const [, key, value = ''] = /^([A-Za-z0-9-]+)[ \t]*:(.*)$/.exec(line) ?? [];
    if (line.startsWith(pickLine) || line.startsWith('Signed-off-by: ')) isWritten = true;
    if (key !== undefined) trailers.push({ key, value: value.trim() });
    else if (!/^[ \t]/.test(line) && !line.startsWith(pickLine)) others += 1;
  }
  const areTrailers = others === 0 || (isWritten && trailers.length * 3 >= others);
  return areTrailers ? trailers : [];
};

export const trailerKeys = (message: string): readonly string[] => [
  ...new Set(trailersOf(message).map(({ key }) => key)),
];

/** Continues existing trailers. */
export const withGitLines = (message: string, lines: readonly string[]): string => {
  const text = message.trimEnd();
  return trailersOf(text).length > 0 ? [text, ...lines].join('\n') : [text, ...lines].join('\n\n');
};

/** Trailers a cherry-pick hides, as its line becomes a separate paragraph. */
export const trailersLost = (message: string): readonly Trailer[] => {
  const at = message.indexOf(`\n\n${pickLine}`);
  const remaining = new Set(trailersOf(message).map(({ key, value }) => `${key}:${value}`));
  const before = at === -1 ? [] : trailersOf(message.slice(0, at));
  return before.filter(({ key, value }) => !remaining.has(`${key}:${value}`));
};
