import * as v from 'valibot';
import type { TarEntry, TarFollower } from '../imports/tarEntries.ts';

/** What an export of GitLab says of itself. */
export interface ExportFacts {
  /** Whose export it is. */
  readonly of: 'project' | 'group';
  /** Release of the server that wrote it, such as `18.1.1-ee`; undefined while it was not seen. */
  readonly gitlabVersion: string | undefined;
  /** Version of the format, such as `0.2.4`; undefined while it was not seen. */
  readonly formatVersion: string | undefined;
  /** Name and path of the project or group, where the archive tells. */
  readonly name: string | undefined;
  readonly path: string | undefined;
  /** How many groups the export of a group holds, itself among them; undefined while it was not seen. */
  readonly groups: number | undefined;
}

const versionBytes = 64;
const recordBytes = 256 * 1024;
/** Groups below the exported one may be many; only the first has to be found. */
const mostGroups = 200;

const named = v.object({ name: v.optional(v.string()), path: v.optional(v.string()) });

/** Recognises an export by the entries of its tar, which come in no certain order. */
export class ExportFollower implements TarFollower {
  #of: ExportFacts['of'] | undefined;
  #gitlabVersion: string | undefined;
  #formatVersion: string | undefined;
  #project: v.InferOutput<typeof named> | undefined;
  #rootGroup: string | undefined;
  #groupCount: number | undefined;
  readonly #groups = new Map<string, v.InferOutput<typeof named>>();

  /** What is known so far; undefined while nothing told whose export it is. */
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

  /** Whether everything is known that entries further on could tell. */
  get isClear(): boolean {
    const facts = this.facts;
    const hasRecord = this.#of === 'project' ? this.#project !== undefined : facts?.path !== undefined;
    return facts?.gitlabVersion !== undefined && facts.formatVersion !== undefined && hasRecord;
  }

  entry({ name, isFile }: TarEntry): number {
    if (!isFile) return 0;
    this.#of ??= kindTold(name);
    if (/^(?:VERSION|GITLAB_VERSION)$/.test(name)) return versionBytes;
    if (name === 'tree/project.json' || name === 'tree/groups/_all.ndjson') return recordBytes;
    return this.#groups.size < mostGroups && groupOf(name) !== undefined ? recordBytes : 0;
  }

  content({ name, sizeBytes }: TarEntry, bytes: Buffer): void {
    const text = bytes.toString('utf8').trim();
    if (name === 'VERSION') this.#formatVersion = versionIn(text);
    else if (name === 'GITLAB_VERSION') this.#gitlabVersion = versionIn(text);
    else if (name === 'tree/groups/_all.ndjson') {
      this.#rootGroup ??= firstGroup(text);
      if (sizeBytes <= recordBytes) this.#groupCount = text.split('\n').filter((line) => line.trim() !== '').length;
    }
    // a record that was cut off is no JSON, and what it says is only a proposal
    else if (name === 'tree/project.json') this.#project = recordIn(text, sizeBytes) ?? {};
    else {
      const group = groupOf(name);
      if (group !== undefined) this.#groups.set(group, recordIn(text, sizeBytes) ?? {});
    }
  }
}

const groupOf = (name: string): string | undefined => /^tree\/groups\/(\d{1,15})\.json$/.exec(name)?.[1];

/** Whose export has an entry of this name; exports before 13.0 are one document. */
const kindTold = (name: string): ExportFacts['of'] | undefined => {
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
