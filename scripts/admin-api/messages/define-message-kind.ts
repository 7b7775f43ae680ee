import type { MessageData, MessageName } from './message-data.ts'
import type { MessageContent, MessageContext, MessageFile, MessageKind } from './message.ts'

/** Content that may leave out its files. */
export type ComposedMessage = Omit<MessageContent, 'files'> & { files?: readonly MessageFile[] }

type MessageKindInput<Data> = Partial<Omit<MessageKind<Data>, 'compose'>> & {
  compose: (data: Data, context: MessageContext) => ComposedMessage
}

/** A kind names only what differs: most are always sent, are listed in the account, and have neither files nor an SMS. */
export const defineMessageKind = <Name extends MessageName>({
  compose,
  ...kind
}: MessageKindInput<MessageData[Name]>): MessageKind<MessageData[Name]> => ({
  isOptional: false,
  isInAccount: true,
  composeSms: null,
  ...kind,
  compose: (data, context) => ({ files: [], ...compose(data, context) }),
})
