//! Finished layers in files, so that a run that was stopped or killed goes on where it was.
//!
//! A file is one line of JSON (what game, which layer, its error, a checksum) and the values as little-endian doubles. It
//! is written beside its place and moved there when it is complete, so a file that is there is whole. Only the newest
//! layer is needed; the one before is removed when the next is safe.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::layer::{Layer, Shape};
use crate::{Error, Pack};

/// What can be wrong with a checkpoint.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file system refuses.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is of another game.
    #[error("expected a layer of this game, found one of another; choose another folder")]
    OtherGame,
    /// The file is not as it was written.
    #[error("expected a layer as this program writes it, found {0}; remove it to start again")]
    Damaged(&'static str),
}

#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    game: String,
    layer: usize,
    error: f64,
    checksum: u64,
}

const FORMAT: &str = "secateur-pack-1";

fn file(folder: &Path, layer: usize) -> PathBuf {
    folder.join(format!("layer-{layer:02}.values"))
}

fn at(file: &Path) -> impl Fn(CheckpointError) -> Error + use<> {
    let file = file.to_owned();
    move |problem| Error::Checkpoint { file: file.clone(), problem }
}

/// The layer nearest to the root that the folder holds.
pub(crate) fn latest(pack: &Pack, folder: &Path) -> Result<Option<Layer>, Error> {
    let found = (1..pack.prizes.len()).map(|layer| (layer, file(folder, layer))).find(|(_, file)| file.exists());
    let Some((layer, path)) = found else { return Ok(None) };
    read(pack, layer, &path).map(Some).map_err(at(&path))
}

fn read(pack: &Pack, layer: usize, path: &Path) -> Result<Layer, CheckpointError> {
    let mut reader = BufReader::with_capacity(1 << 20, File::open(path)?);
    let mut line = Vec::new();
    // A file that is something else may have no line end at all.
    reader.by_ref().take(1 << 16).read_until(b'\n', &mut line)?;
    let header: Header = serde_json::from_slice(&line).map_err(|_| CheckpointError::Damaged("another first line"))?;
    if header.format != FORMAT || header.layer != layer || header.error.is_nan() || header.error < 0.0 {
        return Err(CheckpointError::Damaged("another format or layer"));
    }
    if header.game != pack.in_words() {
        return Err(CheckpointError::OtherGame);
    }
    let shape = Shape::of(pack, layer);
    let mut values = Vec::with_capacity(shape.values());
    let mut bytes = vec![0; 8 << 16];
    while values.len() < shape.values() {
        let wanted = 8 * (shape.values() - values.len()).min(1 << 16);
        reader.read_exact(&mut bytes[..wanted]).map_err(|_| CheckpointError::Damaged("fewer values"))?;
        let doubles = bytes[..wanted].as_chunks::<8>().0.iter();
        values.extend(doubles.map(|&double| f64::from_le_bytes(double)));
    }
    if reader.read(&mut bytes)? > 0 {
        return Err(CheckpointError::Damaged("more values"));
    }
    if checksum(&values) != header.checksum {
        return Err(CheckpointError::Damaged("a wrong checksum"));
    }
    Ok(Layer::restored(shape, values, header.error))
}

/// Keeps a layer, and then removes the one below it.
pub(crate) fn keep(pack: &Pack, layer: &Layer, folder: &Path) -> Result<(), Error> {
    let number = layer.shape().layer();
    let path = file(folder, number);
    write(pack, layer, folder, &path).map_err(at(&path))?;
    // A layer that stays is in nobody's way.
    let _ = fs::remove_file(file(folder, number + 1));
    Ok(())
}

fn write(pack: &Pack, layer: &Layer, folder: &Path, path: &Path) -> Result<(), CheckpointError> {
    fs::create_dir_all(folder)?;
    // The same name each time, so that a run that was killed here leaves nothing that the next does not overwrite.
    let partial = path.with_extension("partial");
    let mut file = File::create(&partial)?;
    let header = Header {
        format: FORMAT.to_owned(),
        game: pack.in_words(),
        layer: layer.shape().layer(),
        error: layer.error(),
        checksum: checksum(layer.values()),
    };
    let mut writer = BufWriter::with_capacity(1 << 20, &mut file);
    serde_json::to_writer(&mut writer, &header).map_err(io::Error::from)?;
    writer.write_all(b"\n")?;
    for value in layer.values() {
        writer.write_all(&value.to_le_bytes())?;
    }
    writer.flush()?;
    drop(writer);
    file.sync_all()?;
    Ok(fs::rename(partial, path)?)
}

/// A sum over all bits that any change of one value changes (FNV, eight bytes at a time).
fn checksum(values: &[f64]) -> u64 {
    values.iter().fold(0xcbf2_9ce4_8422_2325, |sum, value| (sum ^ value.to_bits()).wrapping_mul(0x100_0000_01b3))
}
