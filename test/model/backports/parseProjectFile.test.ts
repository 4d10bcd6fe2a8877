import assert from 'node:assert/strict';
import { parseProjectFile } from '../../../src/model/backports/parseProjectFile.ts';
import type { FileProblem, ProjectFile } from '../../../src/model/backports/projectFile.ts';

const read = (text: string): ProjectFile => {
  const parsed = parseProjectFile(text);
  assert.ok(parsed.kind === 'read', JSON.stringify(parsed));
  return parsed.file;
};

/** Line, column, path of keys, and problem. */
const problems = (text: string): readonly string[] => {
  const parsed = parseProjectFile(text);
  assert.ok(parsed.kind === 'bad', JSON.stringify(parsed));
  return parsed.problems.map(shortly);
};

const shortly = ({ line, column, key, ...problem }: FileProblem): string =>
  `${line}:${column} ${key === '' ? '' : `${key} `}${problem.kind === 'expected' ? problem.expected : problem.kind}`;

const whole = `
# which merge requests go where
backports:
  labels:
    backport::2.0: release/2.0
    "backport::1.9": [release/1.9, release/1.9-lts, release/1.9]
    1.10: release/1.10
  milestones:
    "2.0.1": release/2.0
  notNeeded: backport::none
  since: 2 weeks
mergeRequests:
  branch: "backport/{branch}/{original}"
  title: "{title} ({branch})"
  description: |
    Backport of {original}.

    {commits}
  labels: [backport, "needs review"]
  removeSourceBranch: false
  squash: true
  assignToMe: True
  commentOnOriginal: false
`;

describe('parseProjectFile', () => {
  it('reads labels, milestones, the label for what is not needed, the period and the template', () => {
    const { backports, mergeRequests } = read(whole);
    assert.deepEqual(
      [...(backports?.labels ?? [])],
      [
        ['backport::2.0', ['release/2.0']],
        ['backport::1.9', ['release/1.9', 'release/1.9-lts']],
        ['1.10', ['release/1.10']],
      ],
    );
    assert.deepEqual([...(backports?.milestones ?? [])], [['2.0.1', ['release/2.0']]]);
    assert.deepEqual([backports?.notNeeded, backports?.sinceDays], [['backport::none'], 14]);
    assert.deepEqual(mergeRequests, {
      branch: 'backport/{branch}/{original}',
      title: '{title} ({branch})',
      description: 'Backport of {original}.\n\n{commits}\n',
      labels: ['backport', 'needs review'],
      removeSourceBranch: false,
      squash: true,
      assignToMe: true,
      commentOnOriginal: false,
    });
  });

  it('takes what is left out, and keys without a value, for nothing said', () => {
    for (const text of ['', '# nothing yet\n', 'backports:\nmergeRequests: ~\n'])
      assert.deepEqual(read(text), { backports: undefined, mergeRequests: {} });
    const { backports } = read('backports: { labels: { a: b } }');
    assert.deepEqual([backports?.milestones.size, backports?.notNeeded, backports?.sinceDays], [0, [], 90]);
    assert.deepEqual(read('mergeRequests: { description: "" , labels: [] }').mergeRequests, {
      description: '',
      labels: [],
    });
  });

  it('tells everything that is wrong at once, each with its line and what was expected', () => {
    const text = `backports:
  labels:
    backport::2.0:
      name: release/2.0
    backport::1.9: [release/1.9, "two words"]
    backport::1.8:
    backport::1.7: []
    backport::1.6: release/*
  milestones: [2.0.1]
  notNeeded:
    - none
    - one,two
  since: 90
  until: never
mergeRequests:
  branch: " "
  title: [no, title]
  labels: { a: b }
  squash: "true"
  assignToMe: yes
backport: {}
`;
    assert.deepEqual(problems(text), [
      '4:7 backports.labels.backport::2.0 branches',
      '5:35 backports.labels.backport::1.9 branch',
      '6:5 backports.labels.backport::1.8 branches',
      '7:20 backports.labels.backport::1.7 branches',
      '8:20 backports.labels.backport::1.6 branches',
      '9:15 backports.milestones mapping',
      '12:7 backports.notNeeded label',
      '13:10 backports.since period',
      '14:3 backports.until unknownKey',
      '16:12 mergeRequests.branch filledText',
      '17:10 mergeRequests.title filledText',
      '18:11 mergeRequests.labels labels',
      '19:12 mergeRequests.squash flag',
      '20:15 mergeRequests.assignToMe flag',
      '21:1 backport unknownKey',
    ]);
  });

  it('tells a hundred problems, and that there are more', () => {
    const found = problems('? a\n'.repeat(200));
    assert.deepEqual([found.length, found.at(-2), found.at(-1)], [101, '100:3 a unknownKey', '101:3 more']);
  });

  it('names the keys it knows beside one it does not', () => {
    const parsed = parseProjectFile('backports:\n  label: {}\n');
    assert.deepEqual(parsed.kind === 'bad' && parsed.problems, [
      {
        line: 2,
        column: 3,
        key: 'backports.label',
        kind: 'unknownKey',
        known: ['labels', 'milestones', 'notNeeded', 'since'],
      },
    ]);
  });

  it('refuses keys that are there twice, keys that are no names, and several documents', () => {
    assert.deepEqual(problems('backports:\n  labels:\n    a: b\n    a: c\nbackports: {}\n'), [
      '4:5 backports.labels.a duplicateKey',
      '5:1 backports duplicateKey',
    ]);
    assert.deepEqual(problems('? [a, b]\n: c\n'), ['1:3 name']);
    assert.deepEqual(problems('backports: {}\n---\nmergeRequests: {}\n'), ['3:1 severalDocuments']);
    assert.deepEqual(problems('- backports\n'), ['1:1 mapping']);
  });

  it('follows no alias, so that a small file cannot become a large one, and takes no tags', () => {
    const bomb = `backports:
  labels:
    a: &a [x, x]
    b: &b [*a, *a]
    c: *b
  notNeeded: !!binary aGVsbG8=
`;
    assert.deepEqual(problems(bomb), [
      '4:12 backports.labels.b alias',
      '4:16 backports.labels.b alias',
      '5:8 backports.labels.c alias',
      '6:23 backports.notNeeded tag',
    ]);
  });

  it('tells where a text is no YAML, with lines that end in any way', () => {
    for (const end of ['\n', '\r\n', '\r'])
      assert.deepEqual(problems(['backports:', '  labels:', '    a: [b', 'c: d', ''].join(end)), ['4:1 syntax']);
    assert.deepEqual(problems(`a: ${'['.repeat(30)}`), ['1:23 syntax']);
  });
});
