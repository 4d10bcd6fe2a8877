import { graphql } from './typedDocument.ts';

export const reviewersFragment = graphql(`
  fragment Reviewers on MergeRequest @_unmask {
    id
    reviewers(first: 100) {
      nodes {
        id
        username
        name
        mergeRequestInteraction {
          reviewState
        }
      }
    }
  }
`);

export const reviewersQuery = graphql(
  `
    query Reviewers($fullPath: ID!, $iid: String!) {
      project(fullPath: $fullPath) {
        id
        mergeRequest(iid: $iid) {
          ...Reviewers
        }
      }
    }
  `,
  [reviewersFragment],
);

export const reviewStatesQuery = graphql(`
  query ReviewStates($fullPath: ID!, $iids: [String!]) {
    project(fullPath: $fullPath) {
      id
      mergeRequests(iids: $iids, first: 20) {
        nodes {
          id
          iid
          reviewers(first: 20) {
            nodes {
              id
              username
              name
              mergeRequestInteraction {
                reviewState
              }
            }
          }
        }
      }
    }
  }
`);

export const setReviewersMutation = graphql(
  `
    mutation SetReviewers($input: MergeRequestSetReviewersInput!) {
      mergeRequestSetReviewers(input: $input) {
        errors
        mergeRequest {
          ...Reviewers
        }
      }
    }
  `,
  [reviewersFragment],
);

export const requestReviewMutation = graphql(
  `
    mutation RequestReview($input: MergeRequestReviewerRereviewInput!) {
      mergeRequestReviewerRereview(input: $input) {
        errors
        mergeRequest {
          ...Reviewers
        }
      }
    }
  `,
  [reviewersFragment],
);

/** Requires GitLab 16.1. */
export const reactionsQuery = graphql(`
  query Reactions($id: MergeRequestID!, $first: Int, $after: String) {
    mergeRequest(id: $id) {
      id
      notes(first: $first, after: $after) {
        pageInfo {
          endCursor
          hasNextPage
        }
        nodes {
          id
          awardEmoji {
            nodes {
              name
              emoji
              user {
                id
                username
                name
              }
            }
          }
        }
      }
    }
  }
`);

export const addReactionMutation = graphql(`
  mutation AddReaction($input: AwardEmojiAddInput!) {
    awardEmojiAdd(input: $input) {
      errors
    }
  }
`);

export const removeReactionMutation = graphql(`
  mutation RemoveReaction($input: AwardEmojiRemoveInput!) {
    awardEmojiRemove(input: $input) {
      errors
    }
  }
`);

export const reviewersUpdated = graphql(`
  subscription ReviewersUpdated($issuableId: IssuableID!) {
    mergeRequestReviewersUpdated(issuableId: $issuableId) {
      ... on Issue {
        id
      }
      ... on MergeRequest {
        id
      }
    }
  }
`);

export const approvalStateUpdated = graphql(`
  subscription ApprovalStateUpdated($issuableId: IssuableID!) {
    mergeRequestApprovalStateUpdated(issuableId: $issuableId) {
      ... on Issue {
        id
      }
      ... on MergeRequest {
        id
      }
    }
  }
`);

export const mergeStatusUpdated = graphql(`
  subscription MergeStatusUpdated($issuableId: IssuableID!) {
    mergeRequestMergeStatusUpdated(issuableId: $issuableId) {
      ... on Issue {
        id
      }
      ... on MergeRequest {
        id
      }
    }
  }
`);

export const diffGenerated = graphql(`
  subscription DiffGenerated($issuableId: IssuableID!) {
    mergeRequestDiffGenerated(issuableId: $issuableId) {
      ... on Issue {
        id
      }
      ... on MergeRequest {
        id
      }
    }
  }
`);
