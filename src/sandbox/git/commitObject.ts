/** Seconds since 1970 and the UTC offset as git writes it (`+0200`). */
export interface Ident {
  readonly name: string;
  readonly email: string;
  readonly seconds: number;
  readonly offset: string;
}

/** `message` is verbatim, including a final line break. */
export interface CommitObject {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Ident;
  readonly committer: Ident;
  readonly message: string;
  /** ASCII-armored. */
  readonly signature: string | undefined;
  /** The commit object without its signature header. */
  readonly payload: Buffer;
}

export const identLine = ({ name, email, seconds, offset }: Ident): string => `${name} <${email}> ${seconds} ${offset}`;

const parseIdent = (line: string): Ident => {
  const found = /^([^<]*?) ?<([^>]*)> (-?\d+) ([+-]\d{4})$/.exec(line);
  return {
    name: found?.[1] ?? '',
    email: found?.[2] ?? '',
    seconds: Number(found?.[3] ?? 0),
    offset: found?.[4] ?? '+0000',
  };
};

const signatureHeader = 'gpgsig';

export const parseCommit = (sha: string, content: Buffer): CommitObject => {
  const split = content.indexOf('\n\n');
  const headers = content.toString('utf8', 0, split === -1 ? content.length : split);
  const message = split === -1 ? '' : content.toString('utf8', split + 2);
  const values = new Map<string, string[]>();
  const unsigned: string[] = [];
  let current: string[] = [];
  let inSignature = false;
  for (const line of headers.split('\n')) {
    if (line.startsWith(' ')) {
      current[current.length - 1] += `\n${line.slice(1)}`;
    } else {
      const name = line.slice(0, line.indexOf(' '));
      inSignature = name === signatureHeader;
      current = values.get(name) ?? [];
      current.push(line.slice(name.length + 1));
      values.set(name, current);
    }
    if (!inSignature) unsigned.push(line);
  }
  const one = (name: string): string => values.get(name)?.[0] ?? '';
  return {
    sha,
    tree: one('tree'),
    parents: values.get('parent') ?? [],
    author: parseIdent(one('author')),
    committer: parseIdent(one('committer')),
    message,
    signature: values.get(signatureHeader)?.[0],
    payload: Buffer.from(`${unsigned.join('\n')}\n\n${message}`, 'utf8'),
  };
};

export const titleOf = (message: string): string => (message.split('\n', 1)[0] ?? '').trim();

/** As the API prints times: with milliseconds and the recorded UTC offset. */
export const printedTime = ({ seconds, offset }: Pick<Ident, 'seconds' | 'offset'>): string => {
  const found = /^([+-])(\d{2})(\d{2})$/.exec(offset);
  const minutes = Number(found?.[2] ?? 0) * 60 + Number(found?.[3] ?? 0);
  const shift = found?.[1] === '-' ? -minutes : minutes;
  const local = new Date((seconds + shift * 60) * 1000).toISOString().slice(0, 23);
  return `${local}${found?.[1] ?? '+'}${found?.[2] ?? '00'}:${found?.[3] ?? '00'}`;
};

/** Modes are octal, `0` where the file doesn't exist. `text` is hunks without file headers. */
export interface FileChange {
  readonly oldPath: string;
  readonly newPath: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly status: 'added' | 'deleted' | 'renamed' | 'modified';
  readonly text: string;
  readonly tooLarge: boolean;
}

/** Changed lines against the first parent; binary files count zero. */
export interface CommitStats {
  readonly additions: number;
  readonly deletions: number;
}
