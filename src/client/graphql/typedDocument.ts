import { print, type DocumentNode } from '@0no-co/graphql.web';
import type { TadaDocumentNode } from 'gql.tada';
import type { GraphqlRequest } from '../../wire/graphql.ts';

/** A document whose data and variables have types. */
export type Document<Data, Variables> = TadaDocumentNode<Data, Variables>;

const texts = new WeakMap<DocumentNode, string>();

/** The text of a document, as it is sent. */
export const textOf = (document: DocumentNode): string => {
  let text = texts.get(document);
  if (text === undefined) {
    text = print(document);
    texts.set(document, text);
  }
  return text;
};

/** The request for a document with its values; members that are undefined are left out. */
export const requestOf = (document: DocumentNode, variables: unknown): GraphqlRequest => {
  const operation = document.definitions.find(({ kind }) => kind === 'OperationDefinition');
  const name = operation !== undefined && 'name' in operation ? operation.name?.value : undefined;
  return {
    query: textOf(document),
    variables: variables as GraphqlRequest['variables'],
    ...(name === undefined ? {} : { operationName: name }),
  };
};
