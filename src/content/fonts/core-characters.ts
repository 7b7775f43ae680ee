/**
 * The characters of body text that most pages of the house need beside its frame, the most frequent
 * first. A fixed list: were it counted anew in each build, every article would change the shared file
 * and every visitor would fetch it again. `tests/load/measure-fonts.ts` shows what that costs.
 */
export const CORE_CHARACTERS =
  '。一上两人的，后到有来：在三子前演时、每都课会出们请晚场话开口用最地我剧天带员为半大作间小位' +
  '分成东幕周钟由与好留行正约动园合家换曲关站众院文窗步馆观于闻椅棉靠昆近日体海物术首信亭录处页' +
  '备房艺另单程安电路历跳州置苏告诉领联票号登向至活顿线访静入铁菜索隐区化协席河沿轮栈新©临产务' +
  '商姑媒巷户搜政景沪私策类络订议质迟遗阜非不里了十下只是台第二个没次着以也把这看要四从写过那年' +
  '本可《》说学他就得走六自；多面排五戏门手字练和完先中起九同再听去声八点回坐表打名音头生样它加' +
  '放还己照知见道灯舞期之师长老对厅停身白才水边部方收谁记常全给她已做满张原余么遍发进段脚秋七座' +
  '布改月岁比事教百高板能价何许少谈句提当沈更光其限导西件林花住外掉工什基砚斯选旧等所让词始经接' +
  '超问计落替条费篇亚眼影陆额格清想哪笙午女网士设乐夜拍退真读念早拿拉明木异响具桌块墙报唱重免结' +
  '衣像支建折数亲画茶丹跟或公侧者取又预几现指短末坊雷度儿你础特叫法班印底莎休尔监直编亮利怎太美' +
  '意售角雨慢变很江今片鞋因英国松候兰米往独北屋散镜夫气钱题盏顾离种错息交鹭然装箱皮空纪穿袖？纸' +
  '被倒别甲舍机秒转找保丝背任套显吸呼扇整（）堂流祖京连定款服择久隔轻池份色阶即仓左版补孩巴乙认' +
  '牡快主总汤娘此内德讲稿罗楼品'
