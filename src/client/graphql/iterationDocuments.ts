import { graphql } from './typedDocument.ts';

/**
 * The series of an iteration, and how many of its issues there are, how many are closed, and how many open ones are the
 * given user's; in a group with the groups below it, or in one project.
 */
export const iterationFactsQuery = graphql(`
  query IterationFacts($id: IterationID!, $ids: [ID], $path: ID!, $inGroup: Boolean!, $me: [String!]) {
    iteration(id: $id) {
      id
      iterationCadence {
        id
        title
      }
    }
    group(fullPath: $path) @include(if: $inGroup) {
      id
      all: issues(iterationId: $ids, includeSubgroups: true, first: 1) {
        count
      }
      done: issues(iterationId: $ids, includeSubgroups: true, state: closed, first: 1) {
        count
      }
      mine: issues(iterationId: $ids, includeSubgroups: true, state: opened, assigneeUsernames: $me, first: 1) {
        count
      }
    }
    project(fullPath: $path) @skip(if: $inGroup) {
      id
      all: issues(iterationId: $ids, first: 1) {
        count
      }
      done: issues(iterationId: $ids, state: closed, first: 1) {
        count
      }
      mine: issues(iterationId: $ids, state: opened, assigneeUsernames: $me, first: 1) {
        count
      }
    }
  }
`);

/** What a list of issues shows of one. */
export const listedIssueFragment = graphql(`
  fragment ListedIssue on Issue @_unmask {
    id
    iid
    title
    state
    confidential
    webUrl
    reference(full: true)
    assignees(first: 20) {
      nodes {
        id
        username
        name
      }
    }
  }
`);

/** One page of the issues of an iteration, of somebody alone or of all; in a group with those below it, or a project. */
export const iterationIssuesQuery = graphql(
  `
    query IterationIssues(
      $path: ID!
      $inGroup: Boolean!
      $ids: [ID]
      $assignees: [String!]
      $first: Int
      $after: String
    ) {
      group(fullPath: $path) @include(if: $inGroup) {
        id
        issues(iterationId: $ids, includeSubgroups: true, assigneeUsernames: $assignees, first: $first, after: $after) {
          pageInfo {
            endCursor
            hasNextPage
          }
          nodes {
            ...ListedIssue
          }
        }
      }
      project(fullPath: $path) @skip(if: $inGroup) {
        id
        issues(iterationId: $ids, assigneeUsernames: $assignees, first: $first, after: $after) {
          pageInfo {
            endCursor
            hasNextPage
          }
          nodes {
            ...ListedIssue
          }
        }
      }
    }
  `,
  [listedIssueFragment],
);

/** Tells whenever an issue changes, whatever it is: title, people, open or closed. GitLab 15.9 and later. */
export const workItemUpdated = graphql(`
  subscription WorkItemUpdated($workItemId: WorkItemID!) {
    workItemUpdated(workItemId: $workItemId) {
      id
    }
  }
`);

/** Tells whenever other people are assigned to an issue, also on older servers. */
export const issueAssigneesUpdated = graphql(`
  subscription IssueAssigneesUpdated($issuableId: IssuableID!) {
    issuableAssigneesUpdated(issuableId: $issuableId) {
      ... on Issue {
        id
      }
      ... on MergeRequest {
        id
      }
    }
  }
`);
