import { type Event, EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE, YAMLException } from 'js-yaml';

/** `at` is a text offset. */
export type YamlNode = { readonly at: number } & (
  | {
      readonly kind: 'scalar';
      readonly text: string;
      /** Unquoted, so `true` is a boolean and empty is no value. */
      readonly isPlain: boolean;
    }
  | { readonly kind: 'list'; readonly items: readonly YamlNode[] }
  | { readonly kind: 'mapping'; readonly entries: readonly YamlEntry[] }
  /** Unsupported; aliases could expand enormously. */
  | { readonly kind: 'alias' | 'tag' }
);

export interface YamlEntry {
  readonly key: YamlNode;
  readonly value: YamlNode;
}

export type YamlReading =
  | { readonly kind: 'read'; readonly documents: readonly YamlNode[] }
  | { readonly kind: 'syntax'; readonly reason: string; readonly at: number };

const maxDepth = 20;

/** Scalars stay text: `1.10` isn't a number. */
export const readYaml = (text: string): YamlReading => {
  try {
    return { kind: 'read', documents: new TreeReader(text).documents() };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { kind: 'syntax', reason: error.reason, at: error.mark?.position ?? 0 };
  }
};

class TreeReader {
  readonly #text: string;
  readonly #events: readonly Event[];
  #next = 0;
  /** For omitted values: start of the last one. */
  #last = 0;

  constructor(text: string) {
    this.#text = text;
    this.#events = parseEvents(text, { maxDepth });
  }

  documents(): readonly YamlNode[] {
    const documents: YamlNode[] = [];
    while (this.#next < this.#events.length) {
      this.#next += 1;
      documents.push(...this.#untilPop());
    }
    return documents;
  }

  #untilPop(): readonly YamlNode[] {
    const nodes: YamlNode[] = [];
    while (this.#events[this.#next]?.type !== EVENT_ID.POP) nodes.push(this.#node());
    this.#next += 1;
    return nodes;
  }

  #node(): YamlNode {
    const event = this.#events[this.#next];
    this.#next += 1;
    switch (event?.type) {
      case EVENT_ID.SCALAR: {
        const at = this.#place(event.valueStart);
        if (event.tagStart >= 0) return { kind: 'tag', at };
        const text = event.valueStart < 0 ? '' : getScalarValue(this.#text, event);
        return { kind: 'scalar', at, text, isPlain: event.style === SCALAR_STYLE.PLAIN };
      }
      case EVENT_ID.ALIAS:
        // include the asterisk
        return { kind: 'alias', at: this.#place(event.anchorStart - 1) };
      case EVENT_ID.SEQUENCE: {
        const at = this.#place(event.start);
        const items = this.#untilPop();
        return event.tagStart >= 0 ? { kind: 'tag', at } : { kind: 'list', at, items };
      }
      case EVENT_ID.MAPPING: {
        const at = this.#place(event.start);
        const entries = inPairs(this.#untilPop());
        return event.tagStart >= 0 ? { kind: 'tag', at } : { kind: 'mapping', at, entries };
      }
      default:
        throw new Error(`a YAML document cannot go on with event ${event?.type ?? 'none'}`);
    }
  }

  #place(at: number): number {
    if (at >= 0) this.#last = at;
    return this.#last;
  }
}

const inPairs = (nodes: readonly YamlNode[]): readonly YamlEntry[] =>
  nodes.flatMap((key, index) => {
    const value = nodes[index + 1];
    return index % 2 === 0 && value !== undefined ? [{ key, value }] : [];
  });
