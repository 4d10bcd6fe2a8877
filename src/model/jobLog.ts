export interface LogStyle {
  /** ANSI colour, 0 to 15. */
  readonly color?: number | undefined;
  readonly isBold?: boolean | undefined;
}

/** `end` is exclusive. */
export interface LogLine {
  readonly text: string;
  readonly spans: readonly { readonly start: number; readonly end: number; readonly style: LogStyle }[];
}

/** Sections span at least two lines; 0-based, inclusive. */
export interface ShownLog {
  readonly lines: readonly LogLine[];
  readonly sections: readonly { readonly start: number; readonly end: number }[];
}

/** Timestamp, stream and continuation mark, 32 characters; newer runners prefix them to each line. */
const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z [0-9a-f]{2}[EO]([ +])/;
const marker = /section_(start|end):\d{1,20}:([\w.-]{1,200})(?:\[[^\]\r\n]{0,200}\])?\r(?:\u001b\[0K)?/g;

/** Renders like a terminal: without escape codes, section markers, timestamps and overwritten text. */
export const readLog = (raw: string): ShownLog => new GrowingLog().add(raw).shown();

/** A log that comes in parts; only what is new is parsed. */
export class GrowingLog {
  readonly #drawn = nothingDrawn();
  /** Lines that may still change: the last one, and before it the one it may continue. */
  #rest = '';
  #hasStamps: boolean | undefined;

  add(text: string): this {
    this.#rest += text;
    const lines = this.#rest.split('\n');
    // The first line may be cut off, so that two decide.
    if (lines.length < 3) return this;
    this.#hasStamps ??= areStamped(lines);
    const last = lines.length - 1;
    const stored = this.#hasStamps ? Math.max(0, lines.slice(0, last).findLastIndex(isWhole)) : last;
    this.#rest = lines.splice(stored).join('\n');
    drawAll(this.#drawn, this.#hasStamps ? unstamped(lines) : lines);
    return this;
  }

  /** Includes an incomplete last line. */
  shown(): ShownLog {
    const { lines, sections, open, style } = this.#drawn;
    const now: Drawing = { lines: [...lines], sections: [...sections], open: new Map(open), style };
    const rest = this.#rest.replace(/\n$/, '').split('\n');
    const isStamped = this.#hasStamps ?? areStamped(rest);
    if (this.#rest !== '' || this.#hasStamps === undefined) drawAll(now, isStamped ? unstamped(rest) : rest);
    for (const start of now.open.values()) endSection(now, start);
    return now;
  }
}

/** `open`: first lines of sections without an end. */
const nothingDrawn = () => {
  const [lines, sections, style]: [LogLine[], { start: number; end: number }[], LogStyle] = [[], [], {}];
  return { lines, sections, open: new Map<string, number>(), style };
};

type Drawing = ReturnType<typeof nothingDrawn>;

const endSection = ({ lines, sections }: Drawing, start: number | undefined): void => {
  if (start !== undefined && lines.length - 1 > start) sections.push({ start, end: lines.length - 1 });
};

const drawAll = (drawn: Drawing, added: readonly string[]): void => {
  const { lines, open } = drawn;
  for (const line of added) {
    const plain = line.replaceAll(marker, (_, kind: string, name: string) => {
      if (kind === 'start') open.set(name, lines.length);
      else {
        endSection(drawn, open.get(name));
        open.delete(name);
      }
      return '';
    });
    let shown: LogLine = { text: '', spans: [] };
    for (const piece of plain.replace(/(?<!\r)\r+$/, '').split('\r')) [shown, drawn.style] = draw(piece, drawn.style);
    // Drops lines that only have markers.
    if (shown.text !== '' || plain === line) lines.push(shown);
  }
};

const areStamped = (lines: readonly string[]): boolean => lines.slice(0, 2).some((line) => stamp.test(line));

/** False for continuations, and for pieces in a stamped log. */
const isWhole = (line: string): boolean => {
  const [, mark] = stamp.exec(line) ?? [];
  return mark === undefined ? line.length > 32 : mark === ' ';
};

/** Strips timestamps and joins continued lines. */
const unstamped = (lines: readonly string[]): readonly string[] => {
  const whole: string[] = [];
  for (const line of lines) {
    const [, mark] = stamp.exec(line) ?? [];
    const last = whole.length - 1;
    if (mark === '+' && last >= 0) whole[last] += line.slice(32);
    else if (mark !== undefined || line.length > 32) whole.push(mark === undefined ? line : line.slice(32));
  }
  return whole;
};

const draw = (piece: string, before: LogStyle): [LogLine, LogStyle] => {
  let style = before;
  let text = '';
  const spans: { start: number; end: number; style: LogStyle }[] = [];
  piece.split('\u001b').forEach((part, index) => {
    const code = index === 0 ? null : /^\[([0-9;:]{0,100})([A-Za-z])/.exec(part);
    if (code?.[2] === 'm') style = styled(style, (code[1] ?? '').split(/[;:]/).map(Number));
    // eslint-disable-next-line no-control-regex -- characters that draw nothing
    const words = part.slice(code?.[0].length ?? 0).replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
    if (words !== '' && Object.values(style).some((value) => value !== undefined))
      spans.push({ start: text.length, end: text.length + words.length, style });
    text += words;
  });
  return [{ text, spans }, style];
};

const changes: Readonly<Record<number, LogStyle>> = {
  1: { isBold: true },
  22: { isBold: undefined },
  39: { color: undefined },
};

const styled = (before: LogStyle, codes: readonly number[]): LogStyle => {
  let style = before;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    const [first, ones] = [Math.floor(code / 10), code % 10];
    if (code === 0) style = {};
    else if (code === 38 || code === 48) {
      // Themes only define sixteen colours, and backgrounds are ignored.
      const isOfSixteen = codes[at + 1] === 5 && (codes[at + 2] ?? 16) < 16;
      if (code === 38) style = { ...style, color: isOfSixteen ? codes[at + 2] : undefined };
      at += codes[at + 1] === 5 ? 2 : 4;
    } else if ((first === 3 || first === 9) && ones < 8) style = { ...style, color: ones + (first === 9 ? 8 : 0) };
    else style = { ...style, ...changes[code] };
  }
  return style;
};
