/** How thorough a run is, and what it was given besides. */
export interface Run {
  readonly isQuick: boolean;
  /** A packaged extension to compare with. */
  readonly peerFile?: string;
}

/** A part of the benchmark, and its section of the page of figures. */
export interface Section {
  /** Its name after `--only`. */
  readonly name: string;
  readonly title: string;
  /** Left out of a quick run unless it is named: it starts an editor. */
  readonly isSlow?: boolean;
  /** How long it may take at most; five minutes when left out. */
  readonly limitMinutes?: number;
  /** Measures, and answers the section in Markdown without its heading. */
  measure(run: Run): Promise<readonly string[]>;
}

/** The middle value. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
};

/** A ratio in the words of the page. */
export const ratio = (value: number): string => `${value.toFixed(2)} ×`;

/** Bytes in the words of the page. */
export const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

/** Bytes on the wire in the words of the page: thousands. */
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

/** Milliseconds in the words of the page. */
export const milliseconds = (ms: number): string =>
  ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;

/** One thing that was to be reached. */
export interface Goal {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
  /** Left out where it could not be measured. */
  readonly isMet?: boolean;
  /** What holds it back; shown where it is missed. */
  readonly why?: string;
}

/** A goal of at most so much. */
export const atMost = (what: string, found: number, most: number, unit: (value: number) => string, why = ''): Goal => ({
  what,
  wanted: `≤ ${unit(most)}`,
  found: unit(found),
  isMet: found <= most,
  why,
});

/** The goals of a section as a table. */
export const goals = (all: readonly Goal[]): readonly string[] =>
  table(
    ['Goal', 'Wanted', 'Measured', '', 'What holds it back'],
    all.map(({ what, wanted, found, isMet, why = '' }) => [
      what,
      wanted,
      found,
      isMet === undefined ? '–' : isMet ? 'met' : 'missed',
      isMet === true ? '' : why,
    ]),
  );

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).concat('');
