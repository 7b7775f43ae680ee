import type { Locale } from '#i18n/locales.ts'
import type { BuildResult, Cause, PHASES } from '../status.ts'

type Phase = (typeof PHASES)[number]

export interface StatusTexts {
  title: string
  live: string
  nothingLive: string
  since: string
  showing: string
  pages: string
  rolledBack: (from: string) => string
  building: string
  idle: string
  again: string
  last: string
  noBuilds: string
  columns: { started: string; cause: string; result: string; time: string }
  causes: Record<Cause, string>
  phases: Record<Phase, string>
  results: Record<BuildResult['kind'], string>
  forced: string
  except: string
  keyNeeded: string
  other: string
}

const english: StatusTexts = {
  title: 'Publishing',
  live: 'Live',
  nothingLive: 'Nothing is live yet.',
  since: 'since',
  showing: 'content as of',
  pages: 'pages',
  rolledBack: (from) => `Rolled back from ${from}. The next change publishes again.`,
  building: 'Being built',
  idle: 'Nothing is being built.',
  again: 'More has changed: one more build follows.',
  last: 'Last builds',
  noBuilds: 'None yet.',
  columns: { started: 'Started', cause: 'Cause', result: 'Result', time: 'Time' },
  causes: {
    content: 'content changed',
    start: 'start',
    command: 'asked for',
    retry: 'tried again',
    sweep: 'looked for more',
  },
  phases: {
    fetch: 'reading content',
    render: 'rendering pages',
    store: 'storing files',
    media: 'drawing pictures',
    gate: 'checking',
    switch: 'going live',
  },
  results: {
    published: 'published',
    unchanged: 'nothing changed',
    failed: 'failed',
    refused: 'not let through',
    stopped: 'stopped',
  },
  forced: 'forced',
  except: 'without:',
  keyNeeded: 'This page is for staff. `npm run publish:status` prints the link that opens it.',
  other: '中文',
}

const chinese: StatusTexts = {
  title: '发布状态',
  live: '线上版本',
  nothingLive: '还没有上线的版本。',
  since: '上线于',
  showing: '内容截至',
  pages: '页',
  rolledBack: (from) => `已从 ${from} 回退。下一次改动会重新发布。`,
  building: '正在构建',
  idle: '当前没有构建。',
  again: '又有改动：随后再构建一次。',
  last: '最近的构建',
  noBuilds: '还没有。',
  columns: { started: '开始', cause: '起因', result: '结果', time: '用时' },
  causes: { content: '内容改动', start: '启动', command: '手动', retry: '重试', sweep: '复查' },
  phases: {
    fetch: '读取内容',
    render: '生成页面',
    store: '保存文件',
    media: '处理图片',
    gate: '检查',
    switch: '切换上线',
  },
  results: {
    published: '已发布',
    unchanged: '没有变化',
    failed: '失败',
    refused: '未通过检查',
    stopped: '已停止',
  },
  forced: '强制',
  except: '以下除外：',
  keyNeeded: '此页供工作人员使用。运行 `npm run publish:status` 可得到打开它的链接。',
  other: 'English',
}

export const STATUS_TEXTS: Record<Locale, StatusTexts> = { 'zh-cn': chinese, en: english }
