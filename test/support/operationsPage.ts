import { textOf } from '../../src/client/graphql/typedDocument.ts';
import { catalogue } from '../../src/wire/catalogue.ts';
import { cablePath, graphqlEndpoint, graphqlHeaders } from '../../src/wire/graphql.ts';
import type { Operation, Parameter } from '../../src/wire/operation.ts';
import { documentPath, documentSpelling } from '../../src/wire/spelling.ts';
import { documentPlaces } from './documentPlaces.ts';
import { formatMarkdown } from './formatMarkdown.ts';
import { schemaText } from './schemaText.ts';
import { sentDocuments } from './sentDocuments.ts';
import { whoSends } from './whoSends.ts';
import { wirePlaces } from './wirePlaces.ts';

/** The areas of the page in their order, by the letters their references begin with. */
const areas = [
  ['C', 'Commits'],
  ['P', 'Protected branches'],
  ['D', 'Draft notes'],
  ['M', 'Member roles'],
  ['G', 'Group export and import'],
  ['X', 'Project export and import'],
  ['H', 'Import from other services'],
  ['T', 'Iterations'],
  ['MR', 'Merge requests'],
  ['CI', 'Pipelines and jobs'],
  ['R', 'Projects, branches and files'],
  ['N', 'Groups, namespaces and people'],
  ['U', 'The instance and the user'],
] as const;

const head = `# Operations

Every operation of the service that Graft knows, below \`/api/v4\`. This page is made from \`src/wire/catalogue.ts\` by
\`npm run docs\`; a test fails when it is not what the catalogue gives.

- **Place** says where a parameter travels: in the path, the query or the body.
- **Since** is the first release that has it, **tier** the licence it needs, or the build of the
  server where any licence will do; an empty cell means every supported release
  and every licence.
- **Sent by** names the areas of the extension that send it, by their folders in \`src/host\`; \`shell\` is what all share.
- **Set in** names files below \`src\` that give a parameter, **Used in** those that read a field, three of them at most;
  where there are none, it says why.
- Names that hold a brand have two spellings: the real one, and below it the one of the interface document.
`;

const graphqlHead = `## GraphQL

One address below that of the instance takes every document: one or several by POST, queries also by GET. Subscriptions
come over ActionCable at \`${cablePath}\`. The documents are in \`src/client/graphql\`, checked against
\`src/wire/schema.graphql\` when the project is built.
`;

/** One operation as the page shows it. */
type Entry = readonly [name: string, operation: Operation];

/** The page of all operations in Markdown, formatted as the project's files are. Throws when an area has no heading. */
export const operationsPage = async (entries: readonly Entry[] = Object.entries(catalogue)): Promise<string> => {
  const lost = entries.filter(([, { reference }]) => !areas.some(([letters]) => letters === lettersOf(reference)));
  if (lost.length > 0) throw new Error(`No area for ${lost.map(([name]) => name).join(', ')}.`);
  const sections = areas.map(([letters, title]) => {
    const own = entries
      .filter(([, { reference }]) => lettersOf(reference) === letters)
      .toSorted(([, one], [, other]) => byNumber.compare(one.reference, other.reference));
    return `## ${title}\n\n${operationTable(own)}\n\n### Parameters\n\n${parameterTable(own)}\n`;
  });
  return formatMarkdown([head, ...sections, recordSection(), graphqlSection()].join('\n'));
};

/** C10b comes after C10, and C10 after C9. */
const byNumber = new Intl.Collator('en', { numeric: true });

const lettersOf = (reference: string): string => /^[A-Z]*/.exec(reference)?.[0] ?? '';

const graphqlSection = (): string => {
  const { reference, method, path, success } = graphqlEndpoint;
  return [
    graphqlHead,
    table(['Reference', 'Method and path', 'Success'], [[reference, code(`${method} ${path}`), success.join(', ')]]),
    '### Headers',
    table(
      ['Header', 'What it says'],
      Object.entries(headerMeanings).map(([name, meaning]) => {
        const header = graphqlHeaders[name as keyof typeof graphqlHeaders];
        return [twice(header, documentSpelling(header).toLowerCase()), meaning];
      }),
    ),
    '### Documents',
    table(['Name', 'Kind', 'Sent by'], Object.entries(sentDocuments).flatMap(documentRow)),
    '### Variables and fields',
    table(
      ['Document', 'Variable or field', 'Used in'],
      documentPlaces().map(({ document, name, used }) => [code(document), code(name), used]),
    ),
    '',
  ].join('\n\n');
};

const headerMeanings: Readonly<Record<keyof typeof graphqlHeaders, string>> = {
  featureCorrelation: 'which feature asks; a label for the server’s logs',
  resourceEtag: 'which resource an `ETag` is about: `pipelines/id/<id>`, `pipelines/sha/<hash>`',
  requestedWith: '`XMLHttpRequest` where a query is polled',
  fromCache: 'in a 304: it came without a look at the data',
};

/** None for a fragment, which others take in. */
const documentRow = ([exported, document]: readonly [string, object]): readonly (readonly string[])[] =>
  [...textOf(document).matchAll(/^(query|mutation|subscription) (\w+)/gm)].map(([, kind = '', name = '']) => [
    code(name),
    kind,
    senders(exported).join(', '),
  ]);

const recordSection = (): string =>
  [
    '## Records',
    'What the operations answer, and objects they are sent, by the names of `src/wire`.',
    table(
      ['Record', 'Field', 'Used in'],
      [...wirePlaces().records].flatMap(([record, fields]) =>
        [...fields].map(([field, used]) => [code(record), code(field), used]),
      ),
    ),
    '',
  ].join('\n\n');

const senders = whoSends();

const operationTable = (entries: readonly Entry[]): string =>
  table(
    ['Reference', 'Name', 'Method and path', 'Sent by', 'Answer', 'Success', 'Since', 'Tier'],
    entries.map(([name, operation]) => [
      operation.reference,
      code(name),
      twice(`${operation.method} ${operation.path}`, `${operation.method} ${documentPath(operation.path)}`),
      senders(name).join(', '),
      answerText(operation.answer),
      operation.success.join(', '),
      operation.since ?? '',
      operation.tier ?? '',
    ]),
  );

const parameterTable = (entries: readonly Entry[]): string =>
  table(
    ['Operation', 'Parameter', 'Place', 'Type', 'Required', 'Default', 'Since', 'Tier', 'Set in'],
    entries.flatMap(([operationName, operation]) =>
      Object.entries(operation.parameters).map(([name, parameter]) => [
        operation.reference,
        twice(name, documentSpelling(name)),
        placeText(operation, parameter),
        schemaText(parameter.schema),
        parameter.required ? 'yes' : '',
        parameter.default === undefined ? '' : code(String(parameter.default)),
        parameter.since ?? '',
        parameter.tier ?? (parameter.build === undefined ? '' : `${parameter.build} build`),
        wirePlaces().operations.get(operationName)?.get(name) ?? '',
      ]),
    ),
  );

const placeText = ({ encoding }: Operation, { place }: Parameter): string =>
  place === 'body' && encoding !== undefined ? `body (${encoding})` : place;

const answerText = (answer: Operation['answer']): string => {
  switch (answer.kind) {
    case 'json':
      return schemaText(answer.schema);
    case 'page':
      return `pages of ${schemaText(answer.schema)}`;
    case 'bytes':
      return 'bytes';
    case 'download':
      return 'archive';
    case 'nothing':
      return 'nothing';
  }
};

const code = (text: string): string => `\`${text}\``;

const twice = (real: string, document: string): string =>
  real === document ? code(real) : `${code(real)}<br>${code(document)}`;

const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string => {
  if (rows.length === 0) return 'None.';
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
};
