import type * as v from 'valibot'
import * as account from './account.ts'
import * as activityApplication from './activity-application.ts'
import * as activity from './activity.ts'
import * as artist from './artist.ts'
import * as calendar from './calendar.ts'
import * as courseApplication from './course-application.ts'
import * as course from './course.ts'
import * as door from './door.ts'
import * as live from './live.ts'
import * as login from './login.ts'
import * as membership from './membership.ts'
import * as messages from './messages.ts'
import * as invoice from './invoice.ts'
import * as orderCreation from './order-creation.ts'
import * as order from './order.ts'
import * as payment from './payment.ts'
import * as personalData from './personal-data.ts'
import * as ticketChanges from './ticket-changes.ts'
import * as perform from './perform.ts'
import * as profile from './profile.ts'
import * as search from './search.ts'
import * as site from './site.ts'
import * as upload from './upload.ts'

/** Every endpoint of spec section 7 and our additions, keyed by method and path. */
export const endpoints = {
  'GET /api/index/init': site.getInit,
  'GET /api/index/banner': site.getBanner,
  'POST /api/index/calendar': site.getCalendarBanner,
  'GET /api/index/about': site.getAbout,
  'GET /api/index/business': site.getBusiness,
  'POST /api/sms/send': login.sendSms,
  'POST /api/user/login': login.logIn,
  'POST /api/user/{provider}_login': login.logInWithProvider,
  'POST /api/user/nonce': login.createNonce,
  'POST /api/user/logout': login.logOut,
  'POST /api/account/completeEmail': account.completeEmail,
  'GET /api/account/profile': profile.getProfile,
  'POST /api/account/profile': profile.saveProfile,
  'POST /api/account/member': membership.getMembership,
  'GET /api/account/sessions': account.listSessions,
  'POST /api/account/end_session': account.endSession,
  'POST /api/account/confirm': account.confirmIdentity,
  'POST /api/account/change_mobile': account.changeMobile,
  'POST /api/account/bind': account.bindAccount,
  'POST /api/account/unbind': account.unbindAccount,
  'GET /api/account/applications': account.listApplications,
  'POST /api/account/export': personalData.exportData,
  'GET /api/account/deletion': personalData.getDeletion,
  'POST /api/account/delete': personalData.deleteAccount,
  'POST /api/account/messages': messages.listMessages,
  'GET /api/account/message_settings': messages.getMessageSettings,
  'POST /api/account/message_settings': messages.saveMessageSettings,
  'POST /api/upload/ticket': upload.createUpload,
  'POST /api/upload/complete': upload.completeUpload,
  'POST /api/upload/discard': upload.discardUpload,
  'POST /api/upload/link': upload.getUploadLink,
  'POST /api/upload/{provider}_callback': upload.confirmUpload,
  'GET /api/search/recommend': search.getSearchRecommend,
  'GET /api/search/results': search.getSearchResults,
  'GET /api/search/morelist': search.getSearchMoreList,
  'POST /api/order/list': order.listOrders,
  'GET /api/order/detail': order.getOrder,
  'POST /api/order/create': orderCreation.createOrder,
  'POST /api/order/pay': payment.payOrder,
  'POST /api/order/pay_h5': payment.payOrderOnPhone,
  'POST /api/order/pay_in_app': payment.payOrderInApp,
  'POST /api/order/verify': door.verifyTicket,
  'POST /api/order/quote': orderCreation.quoteOrder,
  'POST /api/order/cancel': order.cancelOrder,
  'POST /api/order/extend': order.extendOrder,
  'POST /api/order/refund': order.requestRefund,
  'POST /api/order/invoice': invoice.requestInvoice,
  'POST /api/order/exchange': ticketChanges.exchangeTickets,
  'POST /api/order/quote_exchange': ticketChanges.quoteExchange,
  'POST /api/order/refund_tickets': ticketChanges.refundTickets,
  'POST /api/order/undo_verify': door.undoVerify,
  'GET /api/order/door': door.listDoorShows,
  'POST /api/course/eligibility': course.getEligibility,
  'GET /api/course/index': course.getCourseIndex,
  'GET /api/course/list': course.getCourseList,
  'GET /api/course/detail': course.getCourseDetail,
  'GET /api/course/calendar': calendar.getCourseCalendar,
  'POST /api/course/calendar': calendar.postCourseCalendar,
  'GET /api/course/datelist': course.getCourseDateList,
  'GET /api/course/news_detail': course.getCourseNewsDetail,
  'GET /api/course/news_list': course.getCourseNewsList,
  'GET /api/course/applyinfo': courseApplication.getCourseApplyInfo,
  'POST /api/course/apply': courseApplication.applyToCourse,
  'GET /api/course/activity_datelist': activity.getActivityDateList,
  'GET /api/course/activity_detail': activity.getActivityDetail,
  'GET /api/course/activity_applyinfo': activityApplication.getActivityApplyInfo,
  'POST /api/course/activity_apply': activityApplication.applyToActivity,
  'POST /api/live/facts': live.getLiveFacts,
  'GET /api/perform/index': perform.getPerformIndex,
  'GET /api/perform/list': perform.getPerformList,
  'GET /api/perform/detail': perform.getPerformDetail,
  'GET /api/perform/ticket': perform.getPerformTicket,
  'GET /api/perform/ticket_query': perform.queryPerformTicket,
  'POST /api/perform/calendar': calendar.getPerformCalendar,
  'GET /api/perform/news_detail': perform.getPerformNewsDetail,
  'GET /api/perform/news_list': perform.getPerformNewsList,
  'GET /api/artist/config': artist.getArtistConfig,
  'GET /api/artist/artist_list': artist.getArtistList,
  'GET /api/artist/news_list': artist.getArtistNewsList,
  'GET /api/artist/artist_detail': artist.getArtistDetail,
  'GET /api/artist/news_detail': artist.getArtistNewsDetail,
} as const

export type Endpoints = typeof endpoints
export type EndpointKey = keyof Endpoints

/** Input of a caller. */
export type BodyInput<K extends EndpointKey> = v.InferInput<Endpoints[K]['body']>

/** Input and output types of a handler, and the result of a caller. */
export type ParamsOf<K extends EndpointKey> = v.InferOutput<Endpoints[K]['params']>
export type QueryOf<K extends EndpointKey> = v.InferOutput<Endpoints[K]['query']>
export type BodyOf<K extends EndpointKey> = v.InferOutput<Endpoints[K]['body']>
export type DataOf<K extends EndpointKey> = v.InferOutput<Endpoints[K]['data']>
