// Custom media queries are in no browser yet. Every style sheet may use those of `breakpoints.css`.
import globalData from '@csstools/postcss-global-data'
import customMedia from 'postcss-custom-media'

export default {
  plugins: [globalData({ files: ['src/styles/breakpoints.css'] }), customMedia()],
}
