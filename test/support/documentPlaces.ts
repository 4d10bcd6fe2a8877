import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, type SelectionSetNode } from 'graphql';
import { documentFiles } from './sentDocuments.ts';
import { rootFolder } from './paths.ts';
import { placeText } from './wirePlaces.ts';

/** A variable or field of a GraphQL document, and where it is used. */
export interface DocumentPlace {
  /** The name of the document in the code. */
  readonly document: string;
  /** `$iid`, or the field's place in the answer: `project.name`. */
  readonly name: string;
  /** Empty where nobody uses it. */
  readonly used: string;
}

/**
 * For every variable and field of every document the files that name it, among those of the folders that send documents
 * of its file. Fields of fragments are listed with the fragment.
 */
export const documentPlaces = (): readonly DocumentPlace[] => {
  const root = path.join(rootFolder, 'src');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /^(?:host|model)\/.*\.ts$/.test(file))
    .map((file) => ({ file: file.replace(/\.ts$/, ''), text: readFileSync(path.join(root, file), 'utf8') }));

  return Object.entries(documentFiles).flatMap(([documentFile, documents]) => {
    const isSender = ({ text }: { readonly text: string }): boolean =>
      text.includes(`/${path.posix.basename(documentFile)}'`);
    const areas = new Set(sources.filter(isSender).map(({ file }) => areaOf(file)));
    const near = sources.filter(({ file }) => areas.has(areaOf(file)));
    const used = (key: string, name: string): string => {
      const word = new RegExp(String.raw`(?:[.{,(]\s*|^\s*)${name}\b`, 'm');
      return placeText(
        key,
        near.filter(({ text }) => word.test(text)).map(({ file }) => file),
      );
    };
    return Object.entries<object>({ ...documents }).flatMap(([document, { text }]: [string, { text?: string }]) =>
      namesIn(text ?? '').map((name) => ({ document, name, used: used(`${document}.${name}`, lastPart(name)) })),
    );
  });
};

/** `host/reviews` and `model/reviews` are one area. */
const areaOf = (file: string): string => file.split('/')[1] ?? '';

const lastPart = (name: string): string => /[^$.]+$/.exec(name)?.[0] ?? name;

const namesIn = (text: string): readonly string[] =>
  parse(text).definitions.flatMap((definition) => {
    if (definition.kind !== 'OperationDefinition' && definition.kind !== 'FragmentDefinition') return [];
    const variables = definition.variableDefinitions ?? [];
    return [...variables.map(({ variable }) => `$${variable.name.value}`), ...fieldsOf(definition.selectionSet, '')];
  });

const fieldsOf = (selections: SelectionSetNode, before: string): string[] =>
  selections.selections.flatMap((selection) => {
    if (selection.kind === 'FragmentSpread') return [];
    if (selection.kind === 'InlineFragment') return fieldsOf(selection.selectionSet, before);
    const name = `${before}${(selection.alias ?? selection.name).value}`;
    return [name, ...(selection.selectionSet ? fieldsOf(selection.selectionSet, `${name}.`) : [])];
  });
