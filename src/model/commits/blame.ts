/** Last commit of a line, from `git blame --porcelain`. */
export interface BlamedLine {
  readonly sha: string;
  readonly path: string;
  /** In that commit, 1-based. */
  readonly line: number;
  readonly author: string;
  readonly title: string;
}

export const readBlame = (porcelain: string): BlamedLine | 'uncommitted' | undefined => {
  const [head = '', ...lines] = porcelain.split('\n');
  const [, sha, line] = /^([0-9a-f]{40,64}) (\d+) \d+/.exec(head) ?? [];
  if (sha === undefined || line === undefined) return undefined;
  if (/^0+$/.test(sha)) return 'uncommitted';
  const member = (name: string): string => {
    const found = lines.find((each) => each.startsWith(`${name} `));
    return found === undefined ? '' : found.slice(name.length + 1);
  };
  return {
    sha,
    path: unquoted(member('filename')),
    line: Number(line),
    author: member('author'),
    title: member('summary'),
  };
};

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v' };

/** git quotes paths with a quote, backslash or control character. */
const unquoted = (printed: string): string => {
  if (!printed.startsWith('"') || !printed.endsWith('"')) return printed;
  const bytes: Buffer[] = [];
  for (const [, octal, escaped, plain] of printed.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gsu)) {
    if (octal !== undefined) bytes.push(Buffer.from([Number.parseInt(octal, 8)]));
    else bytes.push(Buffer.from(escaped === undefined ? (plain ?? '') : (escapes[escaped] ?? escaped)));
  }
  return Buffer.concat(bytes).toString('utf8');
};
