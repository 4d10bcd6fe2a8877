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

interface DocumentText {
  readonly text: string;
  readonly fragments: readonly string[];
}

const documentText = (text: string, used: readonly DocumentText[] = []): DocumentText => {
  // `@_unmask` only affects types
  const own = text.replaceAll('@_unmask', '').replaceAll(/\s+/g, ' ').trim();
  return { text: own, fragments: [...new Set(used.flatMap((fragment) => [fragment.text, ...fragment.fragments]))] };
};

/** Types follow `wire/schema.graphql` by `graphql-env.d.ts`, written by `npx gql.tada generate-output`. */
export const graphql = documentText as unknown as Graphql;

export type Document<Data, Variables> = TadaDocumentNode<Data, Variables>;

export const textOf = (document: object): string => {
  const { text, fragments } = document as DocumentText;
  return [text, ...fragments].join(' ');
};

export const requestOf = (document: object, variables: unknown): GraphqlRequest => {
  const query = textOf(document);
  const name = /^(?:query|mutation|subscription) (\w+)/.exec(query)?.[1];
  return {
    query,
    variables: variables as GraphqlRequest['variables'],
    ...(name === undefined ? {} : { operationName: name }),
  };
};
