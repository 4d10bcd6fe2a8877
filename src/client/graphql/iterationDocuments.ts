import { graphql } from './typedDocument.ts';

/** All issues, closed ones, and the user's open ones; of a group with subgroups, or a project. */
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

/** Issues of all users, or of one. */
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

/** Any change (GitLab 15.9). */
export const workItemUpdated = graphql(`
  subscription WorkItemUpdated($workItemId: WorkItemID!) {
    workItemUpdated(workItemId: $workItemId) {
      id
    }
  }
`);

/** Alternative for older servers. */
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

export const assigneesFragment = graphql(`
  fragment Assignees on Issue @_unmask {
    id
    assignees {
      nodes {
        id
        username
        name
      }
    }
  }
`);

export const issueQuery = graphql(
  `
    query Issue($fullPath: ID!, $iid: String!) {
      project(fullPath: $fullPath) {
        id
        issue(iid: $iid) {
          ...Assignees
          iid
          title
          state
          weight
        }
      }
    }
  `,
  [assigneesFragment],
);

/** Current, or at a version; in either direction. */
export const designsQuery = graphql(`
  query Designs(
    $fullPath: ID!
    $iid: String!
    $atVersion: DesignManagementVersionID
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    project(fullPath: $fullPath) {
      id
      issue(iid: $iid) {
        id
        designCollection {
          designs(atVersion: $atVersion, first: $first, after: $after, last: $last, before: $before) {
            pageInfo {
              startCursor
              endCursor
              hasPreviousPage
              hasNextPage
            }
            nodes {
              id
              filename
              event
            }
          }
        }
      }
    }
  }
`);

/** Newest first. */
export const designVersionsQuery = graphql(`
  query DesignVersions($fullPath: ID!, $iid: String!, $first: Int, $after: String) {
    project(fullPath: $fullPath) {
      id
      issue(iid: $iid) {
        id
        designCollection {
          versions(first: $first, after: $after) {
            pageInfo {
              endCursor
              hasNextPage
            }
            nodes {
              id
              createdAt
            }
          }
        }
      }
    }
  }
`);

export const setWeightMutation = graphql(`
  mutation SetWeight($input: IssueSetWeightInput!) {
    issueSetWeight(input: $input) {
      errors
      issue {
        id
        weight
      }
    }
  }
`);

export const setAssigneesMutation = graphql(
  `
    mutation SetAssignees($input: IssueSetAssigneesInput!) {
      issueSetAssignees(input: $input) {
        errors
        issue {
          ...Assignees
        }
      }
    }
  `,
  [assigneesFragment],
);

/** Alternative for older servers. */
export const issueTitleUpdated = graphql(`
  subscription IssueTitleUpdated($issuableId: IssuableID!) {
    issuableTitleUpdated(issuableId: $issuableId) {
      ... on Issue {
        id
      }
      ... on MergeRequest {
        id
      }
    }
  }
`);

export const ownGroupsQuery = graphql(`
  query OwnGroups($first: Int, $after: String) {
    currentUser {
      id
      groups(first: $first, after: $after) {
        pageInfo {
          endCursor
          hasNextPage
        }
        nodes {
          id
          fullName
          fullPath
        }
      }
    }
  }
`);
