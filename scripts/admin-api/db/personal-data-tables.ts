// Times are epoch milliseconds.

export interface PersonalDataTables {
  /** Consent given at login, once per version of a legal text. */
  consent: {
    user_id: number
    document: 'user_agreement' | 'privacy_policy'
    /** Hash of the text; its file is `files/<hash>` in the data folder. */
    hash: string
    name: string
    agreed_at: number
  }
  /** A member's last request to delete the account. */
  account_deletion: {
    user_id: number
    state: 'scheduled' | 'cancelled' | 'done'
    requested_at: number
    due_at: number
    /** When it was cancelled or done; null while scheduled. */
    ended_at: number | null
  }
}
