import {
  ActivityFile,
  ArtistFile,
  ArtistNewsFile,
  BusinessCaseFile,
  CourseFile,
  CourseNewsFile,
  PerformanceFile,
  PerformanceNewsFile,
} from './format/items.ts'
import { AboutFile, BannersFile, BusinessFile, CalendarFile, SeasonFile } from './format/pages.ts'
import { SiteFile } from './format/site.ts'

// The format of a content folder: one YAML file per item, with texts in both languages side by side.

/** Folders of items with one file per item. The file name is the slug that other files refer to. */
export const ITEM_FOLDERS = {
  artists: ArtistFile,
  performances: PerformanceFile,
  courses: CourseFile,
  activities: ActivityFile,
  'artist-news': ArtistNewsFile,
  'course-news': CourseNewsFile,
  'performance-news': PerformanceNewsFile,
  'business-cases': BusinessCaseFile,
} as const

/** Single files at the root of the folder. */
export const SINGLE_FILES = {
  'site.yaml': SiteFile,
  'banners.yaml': BannersFile,
  'about.yaml': AboutFile,
  'business.yaml': BusinessFile,
  'calendar.yaml': CalendarFile,
  'season.yaml': SeasonFile,
} as const
