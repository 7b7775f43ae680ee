// No browser supports custom media queries yet. The plugins resolve those of `breakpoints.css` in every style sheet.
import globalData from '@csstools/postcss-global-data'
import customMedia from 'postcss-custom-media'

export default {
  plugins: [globalData({ files: ['src/styles/breakpoints.css'] }), customMedia()],
}
