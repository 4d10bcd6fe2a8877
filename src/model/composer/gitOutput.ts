/** Entry of `git diff --raw -z`. */
export interface RawChange {
  /** Octal; `000000` if missing. */
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldBlob: string;
  readonly newBlob: string;
  readonly status: 'A' | 'D' | 'M' | 'R' | 'T' | 'U' | 'C' | 'X';
  readonly path: string;
  /** For renames. */
  readonly previousPath: string | undefined;
}

/** Undefined for binary files. */
export interface LineCounts {
  readonly additions: number | undefined;
  readonly deletions: number | undefined;
}

/** Index or tree entry. */
export interface TreeEntry {
  readonly mode: string;
  readonly blob: string;
}

const fields = (output: Uint8Array): string[] => {
  const parts = Buffer.from(output).toString('utf8').split('\0');
  if (parts.at(-1) === '') parts.pop();
  return parts;
};

/** `git diff --raw -z --no-abbrev`. */
export const parseRawDiff = (output: Uint8Array): readonly RawChange[] => {
  const parts = fields(output);
  const changes: RawChange[] = [];
  for (let at = 0; at < parts.length;) {
    const [oldMode = '', newMode = '', oldBlob = '', newBlob = '', status = ''] = (parts[at] ?? '').slice(1).split(' ');
    const kind = status.charAt(0) as RawChange['status'];
    const isPair = kind === 'R' || kind === 'C';
    const first = parts[at + 1] ?? '';
    changes.push({
      oldMode,
      newMode,
      oldBlob,
      newBlob,
      status: kind,
      path: isPair ? (parts[at + 2] ?? '') : first,
      previousPath: isPair ? first : undefined,
    });
    at += isPair ? 3 : 2;
  }
  return changes;
};

/** `git diff --numstat -z`, by new path. */
export const parseNumstat = (output: Uint8Array): ReadonlyMap<string, LineCounts> => {
  const parts = fields(output);
  const counts = new Map<string, LineCounts>();
  for (let at = 0; at < parts.length;) {
    const [added = '', deleted = '', ...rest] = (parts[at] ?? '').split('\t');
    const name = rest.join('\t');
    const path = name === '' ? (parts[at + 2] ?? '') : name;
    const number = (text: string): number | undefined => (text === '-' ? undefined : Number(text));
    counts.set(path, { additions: number(added), deletions: number(deleted) });
    at += name === '' ? 3 : 1;
  }
  return counts;
};

/** `git status --porcelain -z --no-renames`. */
export const parseStatus = (output: Uint8Array): readonly { readonly code: string; readonly path: string }[] =>
  fields(output).map((line) => ({ code: line.slice(0, 2), path: line.slice(3) }));

/** `git check-attr -z filter`. */
export const parseFilters = (output: Uint8Array): ReadonlyMap<string, string> => {
  const parts = fields(output);
  const filters = new Map<string, string>();
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const value = parts[at + 2] ?? '';
    if (!['unspecified', 'unset', 'set', ''].includes(value)) filters.set(parts[at] ?? '', value);
  }
  return filters;
};

/** `git ls-files -s -z` or `git ls-tree -r -z`; unmerged entries are `conflict`. */
export const parseEntries = (output: Uint8Array): ReadonlyMap<string, TreeEntry> => {
  const entries = new Map<string, TreeEntry>();
  for (const line of fields(output)) {
    const tab = line.indexOf('\t');
    const words = line.slice(0, tab).split(' ');
    const isTree = words[1] === 'blob' || words[1] === 'commit';
    const blob = (isTree ? words[2] : words[1]) ?? '';
    const isConflict = !isTree && words[2] !== '0';
    entries.set(line.slice(tab + 1), { mode: words[0] ?? '', blob: isConflict ? 'conflict' : blob });
  }
  return entries;
};

/** `git cat-file --batch`, in order. */
export const parseBatch = (output: Uint8Array): readonly Uint8Array[] => {
  const bytes = Buffer.from(output.buffer, output.byteOffset, output.byteLength);
  const contents: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at);
    const head = bytes.toString('latin1', at, end);
    const size = Number(head.split(' ')[2]);
    if (!Number.isInteger(size)) throw new Error(`git cannot read an object: ${head}`);
    contents.push(bytes.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return contents;
};
