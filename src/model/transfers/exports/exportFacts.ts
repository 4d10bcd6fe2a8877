import * as v from 'valibot';
import type { TarEntry, TarVisitor } from '../imports/tarEntries.ts';

export interface ExportFacts {
  readonly of: 'project' | 'group';
  /** Such as `18.1.1-ee`. */
  readonly gitlabVersion: string | undefined;
  /** Such as `0.2.4`. */
  readonly formatVersion: string | undefined;
  readonly name: string | undefined;
  readonly path: string | undefined;
  /** Count including itself; undefined if not read. */
  readonly groups: number | undefined;
}

const versionBytes = 64;
const recordBytes = 256 * 1024;
/** Only the first group is needed. */
const maxGroups = 200;

const named = v.object({ name: v.optional(v.string()), path: v.optional(v.string()) });

/** Recognizes an export by its tar entries, in any order. */
export class ExportDetector implements TarVisitor {
  #of: ExportFacts['of'] | undefined;
  #gitlabVersion: string | undefined;
  #formatVersion: string | undefined;
  #project: v.InferOutput<typeof named> | undefined;
  #rootGroup: string | undefined;
  #groupCount: number | undefined;
  readonly #groups = new Map<string, v.InferOutput<typeof named>>();

  /** Undefined until the type is known. */
  get facts(): ExportFacts | undefined {
    if (this.#of === undefined) return undefined;
    const record = this.#of === 'project' ? this.#project : this.#groups.get(this.#rootGroup ?? '');
    return {
      of: this.#of,
      gitlabVersion: this.#gitlabVersion,
      formatVersion: this.#formatVersion,
      name: record?.name,
      path: record?.path,
      groups: this.#groupCount,
    };
  }

  /** No later entry can add anything. */
  get isComplete(): boolean {
    const facts = this.facts;
    const hasRecord = this.#of === 'project' ? this.#project !== undefined : facts?.path !== undefined;
    return facts?.gitlabVersion !== undefined && facts.formatVersion !== undefined && hasRecord;
  }

  entry({ name, isFile }: TarEntry): number {
    if (!isFile) return 0;
    this.#of ??= kindOf(name);
    if (/^(?:VERSION|GITLAB_VERSION)$/.test(name)) return versionBytes;
    if (name === 'tree/project.json' || name === 'tree/groups/_all.ndjson') return recordBytes;
    return this.#groups.size < maxGroups && groupOf(name) !== undefined ? recordBytes : 0;
  }

  content({ name, sizeBytes }: TarEntry, bytes: Buffer): void {
    const text = bytes.toString('utf8').trim();
    if (name === 'VERSION') this.#formatVersion = versionIn(text);
    else if (name === 'GITLAB_VERSION') this.#gitlabVersion = versionIn(text);
    else if (name === 'tree/groups/_all.ndjson') {
      this.#rootGroup ??= firstGroup(text);
      if (sizeBytes <= recordBytes) this.#groupCount = text.split('\n').filter((line) => line.trim() !== '').length;
    }
    // may be truncated; only a suggestion
    else if (name === 'tree/project.json') this.#project = recordIn(text, sizeBytes) ?? {};
    else {
      const group = groupOf(name);
      if (group !== undefined) this.#groups.set(group, recordIn(text, sizeBytes) ?? {});
    }
  }
}

const groupOf = (name: string): string | undefined => /^tree\/groups\/(\d{1,15})\.json$/.exec(name)?.[1];

/** One document before 13.0. */
const kindOf = (name: string): ExportFacts['of'] | undefined => {
  if (/^(?:project(?:\.wiki|\.design)?\.bundle|project\.json|tree\/project(?:\.json|\/.+))$/.test(name))
    return 'project';
  return /^tree\/groups\/.+$/.test(name) ? 'group' : undefined;
};

const versionIn = (text: string): string | undefined => (/^v?\d+\.\d[\w.-]*$/.test(text) ? text : undefined);

const firstGroup = (text: string): string | undefined => {
  const first = v.safeParse(v.object({ id: v.union([v.number(), v.string()]) }), parsed(text.split('\n', 1)[0] ?? ''));
  return first.success ? String(first.output.id) : undefined;
};

const recordIn = (text: string, sizeBytes: number): v.InferOutput<typeof named> | undefined => {
  if (sizeBytes > recordBytes) return undefined;
  const record = v.safeParse(named, parsed(text));
  return record.success ? record.output : undefined;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
