import { refNameProblem } from '../../wire/refName.ts';
import type {
  BackportRules,
  ExpectedValue,
  FileProblem,
  ParsedProjectFile,
  ProjectFile,
  MergeRequestChoices,
} from './projectFile.ts';
import { readYaml, type YamlNode } from './yamlTree.ts';

/** Default of `since`. */
const usualDays = 90;
/** Ten years. */
const maxDays = 3650;

/** Limit of reported problems. */
const maxProblems = 100;

/** Parses the file and reports all problems up to the limit. */
export const parseProjectFile = (text: string): ParsedProjectFile => {
  const reading = readYaml(text);
  const reader = new FileReader(text);
  if (reading.kind === 'syntax') {
    reader.problem(reading.at, '', { kind: 'syntax', reason: reading.reason });
    return { kind: 'bad', problems: reader.problems };
  }
  const [document, second] = reading.documents;
  if (second !== undefined) reader.problem(second.at, '', { kind: 'severalDocuments' });
  const file = fileIn(reader, document ?? { kind: 'scalar', at: 0, text: '', isPlain: true });
  const problems = reader.problems.toSorted((one, other) => one.line - other.line || one.column - other.column);
  return problems.length > 0 ? { kind: 'bad', problems } : { kind: 'read', file };
};

/** A value with its path of keys. */
interface Place {
  readonly node: YamlNode;
  readonly key: string;
}

type Problem = FileProblem extends infer Each
  ? Each extends FileProblem
    ? Omit<Each, 'line' | 'column' | 'key'>
    : never
  : never;

const fileIn = (reader: FileReader, document: YamlNode): ProjectFile => {
  const { backports, mergeRequests } = reader.members({ node: document, key: '' }, ['backports', 'mergeRequests']);
  return {
    backports: backports && backportsIn(reader, backports),
    mergeRequests: mergeRequests === undefined ? {} : mergeRequestSection(reader, mergeRequests),
  };
};

const backportsIn = (reader: FileReader, place: Place): BackportRules => {
  const { labels, milestones, notNeeded, since } = reader.members(place, [
    'labels',
    'milestones',
    'notNeeded',
    'since',
  ]);
  const branches = (mapping: Place | undefined): ReadonlyMap<string, readonly string[]> =>
    new Map(
      mapping === undefined ? [] : [...reader.entries(mapping)].map(([name, each]) => [name, branchesIn(reader, each)]),
    );
  return {
    labels: branches(labels),
    milestones: branches(milestones),
    notNeeded: notNeeded === undefined ? [] : labelsIn(reader, notNeeded),
    sinceDays: (since && daysIn(reader, since)) ?? usualDays,
  };
};

const branchesIn = (reader: FileReader, { node, key }: Place): readonly string[] => {
  if (node.kind === 'list' && node.items.length === 0) reader.expected(node, key, 'branches');
  return reader.names(
    { node, key },
    { one: 'branch', several: 'branches' },
    (branch) => refNameProblem(branch) === undefined,
  );
};

const mergeRequestSection = (reader: FileReader, place: Place): MergeRequestChoices => {
  const given = reader.members(place, [
    'branch',
    'title',
    'description',
    'labels',
    'removeSourceBranch',
    'squash',
    'assignToMe',
    'commentOnOriginal',
  ]);
  const { branch, title, description, labels } = given;
  const flag = (name: 'removeSourceBranch' | 'squash' | 'assignToMe' | 'commentOnOriginal'): MergeRequestChoices => {
    const value = given[name] && flagIn(reader, given[name]);
    return value === undefined ? {} : { [name]: value };
  };
  return {
    ...(branch === undefined ? {} : { branch: textIn(reader, branch, 'filledText') }),
    ...(title === undefined ? {} : { title: textIn(reader, title, 'filledText') }),
    ...(description === undefined ? {} : { description: textIn(reader, description, 'text') }),
    ...(labels === undefined ? {} : { labels: labelsIn(reader, labels) }),
    ...flag('removeSourceBranch'),
    ...flag('squash'),
    ...flag('assignToMe'),
    ...flag('commentOnOriginal'),
  };
};

const labelsIn = (reader: FileReader, place: Place): readonly string[] =>
  // GitLab separates labels by commas
  reader.names(place, { one: 'label', several: 'labels' }, (label) => label.trim() !== '' && !label.includes(','));

const textIn = (reader: FileReader, { node, key }: Place, expected: 'text' | 'filledText'): string => {
  if (node.kind === 'scalar' && (expected === 'text' || node.text.trim() !== '')) return node.text;
  reader.expected(node, key, expected);
  return '';
};

const flagIn = (reader: FileReader, { node, key }: Place): boolean | undefined => {
  if (node.kind === 'scalar' && node.isPlain && /^(?:true|false)$/i.test(node.text))
    return node.text.toLowerCase() === 'true';
  reader.expected(node, key, 'flag');
  return undefined;
};

const daysIn = (reader: FileReader, { node, key }: Place): number | undefined => {
  const [, count = '', unit = ''] = (node.kind === 'scalar' && /^(\d{1,4}) (day|week)s?$/.exec(node.text)) || [];
  const days = Number(count) * (unit === 'week' ? 7 : 1);
  if (days > 0 && days <= maxDays) return days;
  reader.expected(node, key, 'period');
  return undefined;
};

class FileReader {
  readonly problems: FileProblem[] = [];
  readonly #lineStarts: readonly number[];

  constructor(text: string) {
    this.#lineStarts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ index, 0: end }) => index + end.length)];
  }

  problem(at: number, key: string, problem: Problem): void {
    if (this.problems.length > maxProblems) return;
    const line = Math.max(1, this.#lineStarts.filter((start) => start <= at).length);
    const isLast = this.problems.length === maxProblems;
    const column = at - (this.#lineStarts[line - 1] ?? 0) + 1;
    this.problems.push(isLast ? { line, column, key: '', kind: 'more' } : { line, column, key, ...problem });
  }

  expected(node: YamlNode, key: string, expected: ExpectedValue): void {
    const isNotTaken = node.kind === 'alias' || node.kind === 'tag';
    this.problem(node.at, key, isNotTaken ? { kind: node.kind } : { kind: 'expected', expected });
  }

  /** Mapping restricted to known keys, without empty values. */
  members<Name extends string>(place: Place, known: readonly Name[]): Partial<Record<Name, Place>> {
    const found: Partial<Record<Name, Place>> = {};
    for (const [name, each] of this.entries(place, known)) {
      const isEmpty = each.node.kind === 'scalar' && each.node.isPlain && /^(?:|~|null)$/.test(each.node.text);
      if (!isEmpty) found[name as Name] = each;
    }
    return found;
  }

  /** Entries of a mapping, keys checked for duplicates. */
  entries({ node, key: above }: Place, known?: readonly string[]): ReadonlyMap<string, Place> {
    const found = new Map<string, Place>();
    if (node.kind !== 'mapping') {
      const isEmpty = node.kind === 'scalar' && node.isPlain && node.text === '';
      if (!isEmpty) this.expected(node, above, 'mapping');
      return found;
    }
    for (const { key, value } of node.entries) {
      if (key.kind !== 'scalar' || key.text === '') {
        this.expected(key, above, 'name');
        continue;
      }
      const path = above === '' ? key.text : `${above}.${key.text}`;
      if (known !== undefined && !known.includes(key.text)) this.problem(key.at, path, { kind: 'unknownKey', known });
      else if (found.has(key.text)) this.problem(key.at, path, { kind: 'duplicateKey' });
      else found.set(key.text, { node: value, key: path });
    }
    return found;
  }

  names(
    { node, key }: Place,
    expected: { readonly one: ExpectedValue; readonly several: ExpectedValue },
    fits: (name: string) => boolean,
  ): readonly string[] {
    const items = node.kind === 'list' ? node.items : [node];
    const names = items.flatMap((item) => {
      if (item.kind === 'scalar' && item.text !== '' && fits(item.text)) return [item.text];
      this.expected(item, key, node.kind === 'list' ? expected.one : expected.several);
      return [];
    });
    return [...new Set(names)];
  }
}
