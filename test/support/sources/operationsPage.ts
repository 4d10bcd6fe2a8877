import { textOf } from '../../../src/client/graphql/typedDocument.ts';
import { catalogue } from '../../../src/wire/catalogue.ts';
import { cablePath, graphqlEndpoint } from '../../../src/wire/graphql.ts';
import type { Operation } from '../../../src/wire/operation.ts';
import { formatMarkdown } from './formatMarkdown.ts';
import { operationSenders } from './operationSenders.ts';
import { sentDocuments } from './sentDocuments.ts';

const head = `# Operations

Every operation and GraphQL document that Graft sends, below \`/api/v4\`. Made from \`src/wire/catalogue.ts\` by
\`npm run docs\`; a test fails where it is not what the catalogue gives.

- **Parameters** are those of the query and the body, \`?\` for one that may be left out; those of the path stand in it.
- **Since** is the first release that has it, with the tier or build of the server it needs, where it is not every one.
- **Sent by** names commands, and views and pages by their area, a folder of \`src/host\`; an area alone is what all of it
  share. More than three commands of an area are \`graft.<area>.*\`.
- Names that hold a brand have a second spelling, that of the interface document: \`src/wire/spelling.ts\`.
`;

export const operationsPage = async (entries: Readonly<Record<string, Operation>> = catalogue): Promise<string> => {
  const senders = operationSenders();
  const operations = Object.entries(entries)
    .toSorted(([, one], [, other]) => byNumber.compare(one.reference, other.reference))
    .map(([name, operation]) => [
      operation.reference,
      code(name),
      code(`${operation.method} ${operation.path}`),
      parameterList(operation.parameters),
      sinceText(operation),
      senderList(senders(name)),
    ]);
  const documents = Object.entries(sentDocuments).flatMap(([exported, document]) =>
    [...textOf(document).matchAll(/^(query|mutation|subscription) (\w+)(?:\((.*?)\))?/gm)].map(
      ([, kind = '', name = '', variables = '']) => [code(name), kind, code(variables), senderList(senders(exported))],
    ),
  );
  const { reference, method, path } = graphqlEndpoint;
  return formatMarkdown(
    [
      head,
      table(['Reference', 'Name', 'Method and path', 'Parameters', 'Since', 'Sent by'], operations),
      `## GraphQL\n\nOne address takes every document: ${code(`${method} ${path}`)} (${reference}), and ActionCable at`,
      `${code(cablePath)} the subscriptions.\n`,
      table(['Name', 'Kind', 'Variables', 'Sent by'], documents),
    ].join('\n'),
  );
};

/** Natural order: C9, C10, C10b. */
const byNumber = new Intl.Collator('en', { numeric: true });

const parameterList = (parameters: Operation['parameters']): string =>
  Object.entries(parameters)
    .filter(([, { place }]) => place !== 'path')
    .map(([name, parameter]) => {
      const since = sinceText(parameter);
      return code(parameter.required ? name : `${name}?`) + (since && ` (${since})`);
    })
    .join(', ');

const sinceText = (notes: { since?: string; tier?: string; build?: string }): string =>
  [notes.since, notes.tier, notes.build && `${notes.build} build`].filter(Boolean).join(', ');

const senderList = (senders: readonly string[]): string => {
  const areaOf = (sender: string): string | undefined => /^graft\.\w+\./.exec(sender)?.[0];
  const isMany = (area: string): boolean => senders.filter((sender) => areaOf(sender) === area).length > 3;
  const short = senders.map((sender) => (isMany(areaOf(sender) ?? '') ? `${areaOf(sender)}*` : sender));
  return [...new Set(short)].map((sender) => sender.replace(/\S+/, '`$&`')).join(', ');
};

const code = (text: string): string => `\`${text}\``;

const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
