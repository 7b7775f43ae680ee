// Times are epoch milliseconds.

export interface PersonalDataTables {
  /** Texts that members agreed to when they logged in, each version once. */
  consent: {
    user_id: number
    document: 'user_agreement' | 'privacy_policy'
    /** Of the text: its file is `files/<hash>` of the data folder. */
    hash: string
    name: string
    agreed_at: number
  }
  /** The last request of a member to delete the account. */
  account_deletion: {
    user_id: number
    state: 'scheduled' | 'cancelled' | 'done'
    requested_at: number
    due_at: number
    /** When it was cancelled or done; null until then. */
    ended_at: number | null
  }
}
