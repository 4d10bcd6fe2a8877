import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './graphql-env.d.ts';

/**
 * Makes a typed document: the types of its variables and of its data follow from the schema, `wire/schema.graphql`.
 * `graphql-env.d.ts` holds that schema as types; `npx gql.tada generate-output` writes it anew.
 */
export const graphql = initGraphQLTada<{
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
  };
}>();
