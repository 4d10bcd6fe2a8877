export interface Run {
  readonly isQuick: boolean;
  readonly peerFile?: string;
}

export interface Section {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  /** Starts an editor; not in a quick run unless named. */
  readonly isSlow?: boolean;
  /** Default: 5. */
  readonly limitMinutes?: number;
  /** Returns Markdown without the heading. */
  measure(run: Run): Promise<readonly string[]>;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
};

export const ratio = (value: number): string => `${value.toFixed(2)} ×`;

export const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

/** Of 1,000 bytes. */
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

export const milliseconds = (ms: number): string =>
  ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;

export interface Goal {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
  /** Absent if not measured. */
  readonly isMet?: boolean;
  readonly why?: string;
}

export const atMost = (what: string, found: number, most: number, unit: (value: number) => string, why = ''): Goal => ({
  what,
  wanted: `≤ ${unit(most)}`,
  found: unit(found),
  isMet: found <= most,
  why,
});

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

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).concat('');
