/** How thorough a run is. */
export type Thoroughness = 'full' | 'quick';

/** What a run was given besides. */
export interface Given {
  /** A packaged extension to compare with. */
  readonly peerFile?: string;
}

/** A part of the benchmark, and its section of the page of figures. */
export interface Section {
  /** What `--only` calls it. */
  readonly name: string;
  readonly title: string;
  /** Left out of a quick run unless it is named: it starts an editor. */
  readonly isSlow?: boolean;
  /** How long it may take at most; five minutes when left out. */
  readonly limitMinutes?: number;
  /** Measures, and answers the section in Markdown without its heading. */
  measure(thoroughness: Thoroughness, given: Given): Promise<readonly string[]>;
}

/** A ratio in the words of the page. */
export const ratio = (value: number): string => `${value.toFixed(2)} ×`;

/** Bytes in the words of the page. */
export const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

/** Bytes of code in the words of the page: thousands. */
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

/** Milliseconds in the words of the page. */
export const milliseconds = (ms: number): string =>
  Number.isNaN(ms)
    ? 'not in 100 s'
    : ms >= 10_000
      ? `${(ms / 1000).toFixed(1)} s`
      : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;

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

/** The goals of a section as a table. */
export const goals = (all: readonly Goal[]): readonly string[] => [
  '| Goal | Wanted | Measured | | What holds it back |',
  '| --- | --- | --- | --- | --- |',
  ...all.map(({ what, wanted, found, isMet, why = '' }) => {
    const verdict = isMet === undefined ? '–' : isMet ? 'met' : 'missed';
    return `| ${what} | ${wanted} | ${found} | ${verdict} | ${isMet === true ? '' : why} |`;
  }),
  '',
];

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).concat('');
