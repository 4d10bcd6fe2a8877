import { graphql } from './typedDocument.ts';

/** The newest pipeline of a commit; its changes can be polled by the resource `pipelines/sha/<hash>`. */
export const pipelineOfCommitQuery = graphql(`
  query PipelineOfCommit($fullPath: ID!, $sha: String!) {
    project(fullPath: $fullPath) {
      id
      pipeline(sha: $sha) {
        id
        iid
        sha
        status
      }
    }
  }
`);
