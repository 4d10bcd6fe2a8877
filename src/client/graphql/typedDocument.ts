import type { initGraphQLTada, TadaDocumentNode } from 'gql.tada';
import type { GraphqlRequest } from '../../wire/graphql.ts';
import type { introspection } from './graphql-env.d.ts';

type Graphql = ReturnType<
  typeof initGraphQLTada<{
    introspection: introspection;
    scalars: {
      Time: string;
      Date: string;
      UserID: string;
      IssuableID: string;
      IssueID: string;
      MergeRequestID: string;
      DesignManagementVersionID: string;
      IterationID: string;
      WorkItemID: string;
      CiPipelineID: string;
      NoteID: string;
      AwardableID: string;
    };
  }>
>;

/** A document as it is sent; nothing parses it on the way. */
interface DocumentText {
  readonly text: string;
  /** Texts of the fragments it uses, each once. */
  readonly fragments: readonly string[];
}

const documentText = (text: string, used: readonly DocumentText[] = []): DocumentText => {
  // `@_unmask` is for the types alone
  const own = text.replaceAll('@_unmask', '').replaceAll(/\s+/g, ' ').trim();
  return { text: own, fragments: [...new Set(used.flatMap((fragment) => [fragment.text, ...fragment.fragments]))] };
};

/**
 * Makes a typed document: the types of its variables and of its data follow from the schema, `wire/schema.graphql`.
 * `graphql-env.d.ts` holds that schema as types; `npx gql.tada generate-output` writes it again.
 */
export const graphql = documentText as unknown as Graphql;

/** A document whose data and variables have types. */
export type Document<Data, Variables> = TadaDocumentNode<Data, Variables>;

/** The text of a document, as it is sent. */
export const textOf = (document: object): string => {
  const { text, fragments } = document as DocumentText;
  return [text, ...fragments].join(' ');
};

/** The request for a document with its values; members that are undefined are left out. */
export const requestOf = (document: object, variables: unknown): GraphqlRequest => {
  const query = textOf(document);
  const name = /^(?:query|mutation|subscription) (\w+)/.exec(query)?.[1];
  return {
    query,
    variables: variables as GraphqlRequest['variables'],
    ...(name === undefined ? {} : { operationName: name }),
  };
};
