/**
 * Replays a plan from the walk of the empty cell, a letter for each move, forwards and backwards, by the rules of
 * moves.js. The end 2g + s is end s of the gourd with index g.
 *
 *  data.cells   q and r of every cell, one after the other
 *  data.ends    the cells of end 0 and end 1 of every gourd, one after the other, as indices into the cells
 *  data.ids     the numbers of the gourds
 *  data.colors  names of the colors; data.color_of: the color of every end; both missing where nothing is colored
 *  data.walk    the letters, a to r: six steps of pivots, six of slides, six of turns
 *  data.width   the width of a cell
 */
function makeReplay(data) {
  const { cells, walk, width } = data;
  const grid = new Grid(Array.from({ length: cells.length / 2 }, (_, k) => [cells[2 * k], cells[2 * k + 1]]));
  const position = new Position(grid, data.ends);
  let done = 0;

  const codeOf = (move) => walk.charCodeAt(move) - 97;
  const opposite = (code) => code - (code % 6) + ((code + 3) % 6);
  const endName = (gourd, end) => {
    const name = `end ${data.ids[gourd]}${end ? "′" : ""}`;
    return data.colors ? `${name} (${data.colors[data.color_of[2 * gourd + end]]})` : name;
  };
  const enlarged = ({ x, y, angle }) => ({ x: width * x, y: width * y, angle });

  return {
    where: position.where,
    total: walk.length,
    get done() { return done; },
    get empty() { return position.empty; },
    /* Both give the index of the gourd that moved. */
    forward: () => position.take(codeOf(done++)),
    backward: () => position.take(opposite(codeOf(--done))),
    /* Everything that can be seen of the next move, without making it. */
    next: () => (done < walk.length ? position.motionTo(grid.after[18 * position.empty + codeOf(done)]) : null),
    sentence: (motion) => describeMotion(grid, motion, data.ids[motion.gourd], endName),
    center: (cell) => {
      const [x, y] = center(...grid.cells[cell]);
      return { x: width * x, y: width * y };
    },
    restingPose: (ends) => enlarged(restingPose(grid, ends)),
    movingPose: (motion, part) => enlarged(movingPose(grid, motion, part)),
  };
}
