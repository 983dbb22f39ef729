//! Finished layers in files: all that this crate does with files is here.
//!
//! A folder belongs to one game. A layer's file is a page of text (what game, which layer, its error, a checksum of the values and
//! one of the page) and the values as little-endian doubles, block by block. So no byte of a file can change unseen: not even its
//! error, which is a part of every bound that rests on it. It is written beside its place and moved there when it is complete and
//! safe on the disk, so a file that is there is whole, and a run that is killed leaves nothing that the next one has to
//! clean up. While a run works in a folder it holds a lock there; the system lets go of it when the run ends, however it
//! ends.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::game::Shape;
use super::settings::LayersError;

/// What can be wrong with a folder of layers.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileProblem {
    /// The file system refuses.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// No folder was named.
    #[error("expected a folder for layers, found an empty name")]
    NoFolder,
    /// The file is of another game.
    #[error("expected a layer of this game, found one of another; choose another folder")]
    OtherGame,
    /// Another run works in the folder.
    #[error("another run works in this folder; wait for it, or choose another folder")]
    Busy,
    /// The file is not as it was written.
    #[error("expected a layer as this program writes it, found {0}")]
    Damaged(&'static str),
}

impl FileProblem {
    /// The same with the file that it is about.
    pub(super) fn at(self, file: &Path) -> LayersError {
        LayersError::File { file: file.to_owned(), problem: self }
    }
}

const FORMAT: &str = "secateur-layers-2";
/// The text takes a whole page, so that the values begin at one.
const PAGE: usize = 4096;

/// A folder of finished layers, held by this run alone.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    game: String,
    /// Held until the run ends.
    _lock: File,
}

impl Folder {
    /// Opens or makes a folder for the layers of a game.
    pub(super) fn open(path: &Path, game: String) -> Result<Self, LayersError> {
        // Longer words would not fit the page; what counts is that different games have different words.
        let game = if game.len() <= PAGE / 2 { game } else { format!("{:x}", checksum_of_text(&game)) };
        let lock = || {
            if path.as_os_str().is_empty() {
                return Err(FileProblem::NoFolder);
            }
            fs::create_dir_all(path)?;
            secateur_files::sync_folder_of(path)?;
            secateur_files::lock(&path.join("lock"))?.ok_or(FileProblem::Busy)
        };
        Ok(Self { path: path.to_owned(), game, _lock: lock().map_err(|problem| problem.at(path))? })
    }

    pub(super) fn file(&self, layer: usize) -> PathBuf {
        file(&self.path, layer)
    }

    /// A finished layer, if there is one; its values are not looked at yet.
    pub(super) fn find(&self, layer: usize, shape: Shape) -> Option<Result<Kept, FileProblem>> {
        let path = self.file(layer);
        path.exists().then(|| Kept::open(path, layer, shape, Some(&self.game)))
    }

    /// Begins the file of a layer.
    pub(super) fn begin(&self, layer: usize, shape: Shape) -> Result<Writer, LayersError> {
        let path = self.file(layer);
        // The same name each time, so that what a killed run left is overwritten.
        let partial = path.with_extension("partial");
        let begin = || {
            let mut file = File::create(&partial)?;
            file.write_all(&[b' '; PAGE])?;
            Ok::<_, io::Error>(file)
        };
        let file = begin().map_err(|problem| FileProblem::from(problem).at(&partial))?;
        Ok(Writer { path, partial, layer, shape, game: self.game.clone(), open: Mutex::new((file, 0)) })
    }

    /// Forgets a layer. One that stays is in nobody's way.
    pub(super) fn remove(&self, layer: usize) {
        let _ = fs::remove_file(self.file(layer));
    }
}

/// Where a layer's file is.
fn file(folder: &Path, layer: usize) -> PathBuf {
    folder.join(format!("layer-{layer:02}.values"))
}

/// The words of the game whose layers a folder has, if it has any.
pub(super) fn game_of(folder: &Path) -> Option<String> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).ok()?.filter_map(|file| Some(file.ok()?.path())).collect();
    files.sort();
    files.iter().filter(|file| file.extension().is_some_and(|kind| kind == "values")).find_map(|file| {
        let mut page = [0; PAGE];
        File::open(file).ok()?.read_exact(&mut page).ok()?;
        Head::read(&page).map(|head| head.game)
    })
}

/// A finished layer of this game, for reading alone: no lock is needed.
pub(super) fn find(folder: &Path, game: &str, layer: usize, shape: Shape) -> Result<Kept, LayersError> {
    let path = file(folder, layer);
    let open = || {
        let mut kept = Kept::open(path.clone(), layer, shape, Some(game))?;
        kept.read_all(|_| ())?;
        Ok(kept)
    };
    open().map_err(|problem: FileProblem| problem.at(&path))
}

/// A layer's file that is being written, in any order of blocks, by any number of threads.
#[derive(Debug)]
pub(super) struct Writer {
    path: PathBuf,
    partial: PathBuf,
    layer: usize,
    shape: Shape,
    game: String,
    /// The file, and the sum of the checksums of the blocks that are in it.
    open: Mutex<(File, u64)>,
}

impl Writer {
    pub(super) fn write(&self, block: usize, values: &[f64]) -> Result<(), LayersError> {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let sum = checksum(block, values);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let mut write = || {
            open.0.seek(SeekFrom::Start(place(self.shape, block)))?;
            open.0.write_all(&bytes)
        };
        write().map_err(|problem| self.refused(problem))?;
        open.1 = open.1.wrapping_add(sum);
        Ok(())
    }

    /// Completes the file and moves it to its place.
    pub(super) fn finish(self, error: f64) -> Result<PathBuf, LayersError> {
        let finish = || {
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            let (file, sum) = &mut *open;
            let Shape { values, block } = self.shape;
            let (layer, block) = (self.layer as u64, block as u64);
            let head = Head { layer, values, block, error: error.to_bits(), checksum: *sum, game: self.game.clone() };
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&head.page())?;
            file.sync_all()?;
            fs::rename(&self.partial, &self.path)?;
            // The new name is safe when the folder is.
            secateur_files::sync_folder_of(&self.path)
        };
        finish().map_err(|problem| self.refused(problem))?;
        Ok(self.path)
    }

    /// What the file system said, in one line; nothing half-written stays.
    fn refused(&self, problem: io::Error) -> LayersError {
        let _ = fs::remove_file(&self.partial);
        FileProblem::from(problem).at(&self.path)
    }
}

/// What the first page of a layer's file says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Head {
    layer: u64,
    values: u64,
    block: u64,
    /// The bits of how far a value can be off.
    error: u64,
    /// The sum over all values.
    checksum: u64,
    game: String,
}

impl Head {
    /// The page that says it.
    fn page(&self) -> [u8; PAGE] {
        let Self { layer, values, block, error, checksum, game } = self;
        let words = format!("layer={layer} values={values} block={block} error={error:016x} checksum={checksum:016x}");
        let page = checksum_of_text(&format!("{words} {game}"));
        let head = format!("{FORMAT} {words} page={page:016x} {game}");
        let mut page = [b' '; PAGE];
        page[..head.len()].copy_from_slice(head.as_bytes());
        page[PAGE - 1] = b'\n';
        page
    }

    /// What a page says, if it is one to the last bit.
    fn read(page: &[u8; PAGE]) -> Option<Self> {
        let words = str::from_utf8(page).ok()?.trim_end().strip_prefix(FORMAT)?.strip_prefix(' ')?;
        let words: Vec<&str> = words.splitn(7, ' ').collect();
        let [layer, values, block, error, checksum, _, game] = words[..] else { return None };
        let whole = |word: &str, name: &str| word.strip_prefix(name)?.parse().ok();
        let hex = |word: &str, name: &str| u64::from_str_radix(word.strip_prefix(name)?, 16).ok();
        let head = Self {
            layer: whole(layer, "layer=")?,
            values: whole(values, "values=")?,
            block: whole(block, "block=")?,
            error: hex(error, "error=")?,
            checksum: hex(checksum, "checksum=")?,
            game: game.to_owned(),
        };
        // Written once more it must come out the same: that compares the checksum, and what stands behind the words.
        (head.page() == *page).then_some(head)
    }
}

/// A finished layer in its file.
#[derive(Debug)]
pub(super) struct Kept {
    file: File,
    path: PathBuf,
    shape: Shape,
    /// How far a value can be off.
    pub(super) error: f64,
    checksum: u64,
}

impl Kept {
    /// Opens a layer's file, of any game if none is named.
    pub(super) fn open(path: PathBuf, layer: usize, shape: Shape, game: Option<&str>) -> Result<Self, FileProblem> {
        let mut file = File::open(&path)?;
        let mut page = [0; PAGE];
        file.read_exact(&mut page).map_err(|_| FileProblem::Damaged("no first page"))?;
        let head = Head::read(&page).ok_or(FileProblem::Damaged("another first page"))?;
        let error = f64::from_bits(head.error);
        if game.is_some_and(|game| head.game != game) {
            return Err(FileProblem::OtherGame);
        }
        let expected = (layer as u64, shape.values, shape.block as u64);
        if (head.layer, head.values, head.block) != expected || error.is_nan() || error < 0.0 {
            return Err(FileProblem::Damaged("another layer"));
        }
        let (found, wanted) = (file.metadata()?.len(), PAGE as u64 + shape.bytes());
        match found.cmp(&wanted) {
            std::cmp::Ordering::Less => Err(FileProblem::Damaged("fewer values")),
            std::cmp::Ordering::Greater => Err(FileProblem::Damaged("more values")),
            std::cmp::Ordering::Equal => Ok(Self { file, path, shape, error, checksum: head.checksum }),
        }
    }

    /// Reads every block in turn and compares the checksum.
    pub(super) fn read_all(&mut self, mut each: impl FnMut(&[f64])) -> Result<(), FileProblem> {
        self.file.seek(SeekFrom::Start(PAGE as u64))?;
        let mut sum = 0u64;
        let (mut bytes, mut values) = (Vec::new(), Vec::new());
        for block in 0..self.shape.blocks() {
            read(&mut self.file, self.shape.length_of(block), &mut bytes, &mut values)?;
            sum = sum.wrapping_add(checksum(block, &values));
            each(&values);
        }
        if sum == self.checksum { Ok(()) } else { Err(FileProblem::Damaged("a wrong checksum")) }
    }

    /// Reads one block.
    pub(super) fn read(&mut self, block: usize) -> Result<Vec<f64>, LayersError> {
        let mut values = Vec::new();
        let mut one = || {
            self.file.seek(SeekFrom::Start(place(self.shape, block)))?;
            read(&mut self.file, self.shape.length_of(block), &mut Vec::new(), &mut values)
        };
        one().map_err(|problem| FileProblem::from(problem).at(&self.path))?;
        Ok(values)
    }

    /// The same file for another thread, with a place of its own.
    pub(super) fn again(&self) -> Result<Self, LayersError> {
        let file = File::open(&self.path).map_err(|problem| FileProblem::from(problem).at(&self.path))?;
        Ok(Self { file, path: self.path.clone(), ..*self })
    }
}

/// Where a block stands in the file.
fn place(shape: Shape, block: usize) -> u64 {
    (PAGE + 8 * shape.block * block) as u64
}

/// Reads so many values from where the file stands.
fn read(file: &mut File, length: usize, bytes: &mut Vec<u8>, values: &mut Vec<f64>) -> io::Result<()> {
    bytes.resize(8 * length, 0);
    file.read_exact(bytes)?;
    values.clear();
    values.extend(bytes.as_chunks::<8>().0.iter().map(|&double| f64::from_le_bytes(double)));
    Ok(())
}

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x100_0000_01b3;

/// A sum over all bits of a block that any change of one value changes (FNV, eight bytes at a time).
fn checksum(block: usize, values: &[f64]) -> u64 {
    let begin = (OFFSET ^ block as u64).wrapping_mul(PRIME);
    values.iter().fold(begin, |sum, value| (sum ^ value.to_bits()).wrapping_mul(PRIME))
}

fn checksum_of_text(text: &str) -> u64 {
    text.bytes().fold(OFFSET, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    const SHAPE: Shape = Shape { values: 5, block: 2 };

    /// A layer of five values in three blocks.
    fn write(folder: &Path, error: f64) -> PathBuf {
        let folder = Folder::open(folder, "a test".to_owned()).unwrap();
        let writer = folder.begin(3, SHAPE).unwrap();
        for (block, values) in [(2, &[5.5][..]), (0, &[1.0, -2.0]), (1, &[0.1, 0.0])] {
            writer.write(block, values).unwrap();
        }
        writer.finish(error).unwrap()
    }

    fn read(file: &Path) -> Result<(f64, Vec<f64>), FileProblem> {
        let mut kept = Kept::open(file.to_owned(), 3, SHAPE, Some("a test"))?;
        let mut all = Vec::new();
        kept.read_all(|values| all.extend_from_slice(values))?;
        Ok((kept.error, all))
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = write(folder.path(), 1e-15);
        assert_eq!(read(&file).unwrap(), (1e-15, vec![1.0, -2.0, 0.1, 0.0, 5.5]));
        assert_eq!(game_of(folder.path()).as_deref(), Some("a test"));
        let other = Kept::open(file, 3, SHAPE, Some("another game"));
        assert!(matches!(other, Err(FileProblem::OtherGame)));
    }

    /// Not a byte less or more, and not one bit that is another: a layer's error was not under its checksum, and one flipped bit could
    /// make bounds too narrow.
    #[test]
    fn no_cut_and_no_flipped_bit_goes_unseen() {
        let folder = tempfile::tempdir().unwrap();
        let file = write(folder.path(), 3.5e-15);
        let whole = fs::read(&file).unwrap();
        assert_eq!(whole.len(), PAGE + 40);
        let damaged = |bytes: &[u8]| {
            fs::write(&file, bytes).unwrap();
            matches!(read(&file), Err(FileProblem::Damaged(_)))
        };
        for length in 0..whole.len() {
            assert!(damaged(&whole[..length]), "cut after {length} bytes");
        }
        assert!(damaged(&[&whole[..], &[0]].concat()));
        for place in 0..8 * whole.len() {
            let mut flipped = whole.clone();
            flipped[place / 8] ^= 1 << (place % 8);
            assert!(damaged(&flipped), "bit {} of byte {}", place % 8, place / 8);
        }
        fs::write(&file, whole).unwrap();
        assert!(read(&file).is_ok());
    }
}
