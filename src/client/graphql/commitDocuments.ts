import { graphql } from './typedDocument.ts';

/** Polled by the resource `pipelines/sha/<sha>`. */
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
